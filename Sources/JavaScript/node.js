// The same for Node, which reads the core as a file.

import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { platform } from './load.js';

platform.module = async () =>
  WebAssembly.compile(await readFile(new URL('core.wasm', import.meta.url)));
// Node 18 has no global one.
platform.fillRandom = (bytes) => webcrypto.getRandomValues(bytes);

export * from './index.js';
