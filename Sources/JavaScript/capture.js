/**
 * A node that copies its input to a port. `context` has loaded worklet.js. `send` takes the port at
 * whose other end blocks arrive, as { samples, at }. The receiver of a block posts its buffer back.
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
