/** The specs in tfjs' own package, run with acceleration on cpu and wasm in Node. */
import { bundleSpecs, describeSpecs, run } from './specs/describe.js';
import type { Report } from './specs/main.js';

describeSpecs(['cpu', 'wasm'], async () => {
  const args = [await bundleSpecs('node')];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Report;
});
