// Runs before the page's own scripts. It notes when messages appear and what the page's policy
// forbids. `window.handshakeTest` makes it change the worker from outside: slow it, trap it, note
// the channels of its receivers.
(() => {
  const wanted = window.handshakeTest ?? {};
  const notes = { arrivals: [], violations: [], workers: [], heardSeconds: 0, channels: [] };
  Object.defineProperty(window, 'notes', { value: notes });
  document.addEventListener('securitypolicyviolation', (event) =>
    notes.violations.push(`${event.violatedDirective} ${event.blockedURI}`));

  const seen = new WeakSet();
  new MutationObserver(() => {
    if (document.querySelector('#state[data-state=listening]')) {
      notes.listening ??= performance.now();
    }
    const shown = '#messages > li:is([data-kind=text], [data-kind=file])';
    for (const item of document.querySelectorAll(shown)) {
      if (seen.has(item)) continue;
      seen.add(item);
      notes.arrivals.push({
        milliseconds: Date.now(),
        text: (item.querySelector('.text') ?? item.querySelector('.name'))?.textContent
      });
    }
  }).observe(document, {
    childList: true, subtree: true, attributes: true, attributeFilter: ['data-kind', 'data-state'],
  });

  if (wanted.microphone) {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await wanted.microphone(ask, constraints);
      notes.stream = stream;
      return stream;
    };
  }

  // A part of the worker's script, before all of its own.
  const insideWorker = (slowness, isAlwaysTrapped, isRefused) => {
    const napMemory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const nap = new Int32Array(napMemory.buffer);
    let isTrapped = isAlwaysTrapped;
    const wrapped = (exports) => Object.fromEntries(Object.entries(exports).map(([name, value]) => {
      if (typeof value !== 'function') return [name, value];
      return [name, (...values) => {
        if (isTrapped && /(push|read)$/.test(name)) {
          throw new WebAssembly.RuntimeError('unreachable');
        }
        if (name === 'handshake_receiver_open') {
          postMessage({ kind: 'opened', channels: values[1] });
        }
        const start = performance.now();
        const result = value(...values);
        const milliseconds = (performance.now() - start) * slowness;
        if (milliseconds > 0) Atomics.wait(nap, 0, 0, milliseconds);
        return result;
      }];
    }));
    const instantiate = WebAssembly.instantiate.bind(WebAssembly);
    WebAssembly.instantiate = async (...values) => {
      if (isRefused) throw new RangeError('out of memory');
      const made = await instantiate(...values);
      return made.instance
        ? { module: made.module, instance: { exports: wrapped(made.instance.exports) } }
        : { exports: wrapped(made.exports) };
    };
    addEventListener('message', (event) => {
      if (!event.data?.isTrapped) return;
      event.stopImmediatePropagation();
      isTrapped = true;
    });
  };
  const changed = (url) => {
    const text = String(url);
    if (!text.startsWith('data:') || !wanted.worker) return text;
    const comma = text.indexOf(',');
    const source = text.slice(0, comma).endsWith(';base64')
      ? new TextDecoder().decode(
        Uint8Array.from(atob(text.slice(comma + 1)), (c) => c.charCodeAt(0)))
      : decodeURIComponent(text.slice(comma + 1));
    // The worklet has a script too.
    if (!source.includes('handshake_page_layout')) return text;
    const { slowness = 0, isTrapped = false, isRefused = false } = wanted.worker;
    return 'data:text/javascript;charset=utf-8,' + encodeURIComponent(
      `(${insideWorker})(${slowness}, ${isTrapped}, ${isRefused});\n${source}`);
  };
  const NativeWorker = window.Worker;
  if (window.trustedTypes) {
    const createPolicy = trustedTypes.createPolicy.bind(trustedTypes);
    trustedTypes.createPolicy = (name, rules) => createPolicy(name, {
      ...rules, createScriptURL: (url, ...others) => changed(rules.createScriptURL(url, ...others))
    });
  }
  window.Worker = class extends NativeWorker {
    constructor(url, options) {
      super(window.trustedTypes ? url : changed(url), options);
      notes.workers.push(this);
      this.addEventListener('message', ({ data }) => {
        if (data.kind === 'opened') notes.channels.push(data.channels);
        if (data.columns?.length) notes.heardSeconds = data.columns.at(-1).seconds;
      });
    }
  };
})();
