/**
 * A node that copies what reaches it to a port; `context` has loaded worklet.js. `send` takes the
 * port at whose other end blocks arrive, as { samples, at }: their buffers are to be posted back.
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
