// The core that all of a program's receivers and secrets share.

import { HandShakeCore, HandShakeError } from './core.js';

/** How the core's bytes are had, and random ones: other platforms than browsers put theirs here. */
export const platform = {
  module: async () => {
    const address = new URL('core.wasm', import.meta.url);
    const response = await fetch(address);
    if (!response.ok) {
      throw new HandShakeError('no-core',
        `'${address}' did not come (${response.status}): serve core.wasm beside the modules`);
    }
    // Compiled while it comes, where the server calls it application/wasm.
    const isCalledSo = response.headers.get('Content-Type') === 'application/wasm';
    return isCalledSo ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
  },
  fillRandom: undefined,
};

let loading = null;

/** The core, loaded at the first call, and again after one that failed or a fault that ended it. */
export function sharedCore() {
  const load = async () => HandShakeCore.load(await platform.module(), platform.fillRandom);
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The error of whoever calls a core that ended. */
export function faultOf() {
  return new HandShakeError('fault', 'a fault ended the modem: open another receiver and secret');
}

/** What `body` gives, which calls `core`. A fault makes the core void, and with it all it made. */
export function use(core, body) {
  if (core.isVoid) throw faultOf();
  try {
    return body();
  } catch (error) {
    if (error instanceof HandShakeError) throw error;
    core.isVoid = true;
    loading = null;
    throw Object.assign(faultOf(), { cause: error });
  }
}
