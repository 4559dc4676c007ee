/**
 * A node that copies what reaches it to a port; `context` has loaded worklet.js. `send` takes the
 * port that receives blocks at its other end, as { samples, at }; the receiver posts their buffers back.
 */
export function captureNode(context, channelCount) {
  const input = new AudioWorkletNode(context, 'handshake-capture', {
    channelCount, channelCountMode: 'explicit', channelInterpretation: 'discrete',
  });
  return {
    input,
    send: (worker) => input.port.postMessage({ kind: 'worker', worker }, [worker]),
    end: () => {
      input.port.postMessage({ kind: 'end' });
      input.disconnect();
    },
  };
}
