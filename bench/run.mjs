/**
 * Compares the package with alternatives, prints the results, and writes them to RESULTS.md.
 *
 *     npm run bench                     everything; takes half an hour
 *     npm run bench -- --only node      one section; can be repeated
 *     npm run bench -- --only webgpu --cases rows    webgpu cases whose names contain this word
 *     npm run bench -- --only gpu       webgpu and webgl on this machine's GPU: four minutes, writes build/gpu.json
 *     TFJS_NODE=folder npm run bench -- --only tfjs-node    on tfjs-node, which that folder has
 *     PYTORCH=path npm run bench -- --only steps    whole steps, also in that Python with PyTorch Geometric
 *     PYTORCH=path npm run bench -- --only ports    ported models, also in that Python
 *     PYTORCH=path npm run bench -- --only in-place    writes in place, also in that Python
 *     npm run bench -- --smoke          small sizes, few rounds: checks that it works, writes nothing
 */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { chromiumSection } from './chromium.mjs';
import { gpuSection } from './gpu.mjs';
import { gradientsSection } from './gradients.mjs';
import { growthSection } from './growth.mjs';
import { inPlaceSection } from './in_place.mjs';
import { nodeSection } from './node.mjs';
import { portsSection } from './ports.mjs';
import { programsSection } from './programs.mjs';
import { phonesSection } from './phones.mjs';
import { machine } from './report.mjs';
import { tfjsNodeSection } from './tfjs_node.mjs';
import { sparseSection } from './sparse.mjs';
import { stepsSection } from './steps.mjs';
import { wasmSection } from './wasm.mjs';
import { webgpuSection } from './webgpu.mjs';

// Growth runs before node, which loads WebAssembly into the process: that slows typed arrays down.
const SECTIONS = {
  growth: growthSection,
  gradients: gradientsSection,
  programs: programsSection,
  node: nodeSection,
  wasm: wasmSection,
  sparse: sparseSection,
  steps: stepsSection,
  ports: portsSection,
  'in-place': inPlaceSection,
  phones: phonesSection,
  'tfjs-node': tfjsNodeSection,
  chromium: chromiumSection,
  webgpu: webgpuSection,
  gpu: gpuSection,
};

/** All sections that this machine can run; that of GPUs runs on request. */
const names = Object.keys(SECTIONS).filter(
  (name) => name !== 'gpu' && (name !== 'tfjs-node' || process.env.TFJS_NODE),
);

const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    cases: { type: 'string', default: '' },
    only: { type: 'string', multiple: true, default: names },
  },
});

const unknown = options.only.find((name) => !(name in SECTIONS));
if (unknown !== undefined) {
  throw new Error(`--only is ${unknown}, expected one of ${Object.keys(SECTIONS).join(', ')}.`);
}

const file = new URL('RESULTS.md', import.meta.url);
const mark = (name) => `<!-- ${name} -->`;

/** Each kind of processor has its own sections, because times on one say little about another. */
const processor = cpus()[0].model.split(/[ (]/)[0];
const keyOf = (name) => `${name}-${processor.toLowerCase()}`;

/** Returns the introduction of RESULTS.md, and its sections by the comments that name them. */
async function readResults() {
  const [introduction, ...parts] = (await readFile(file, 'utf8')).split(/^<!-- ([\w-]+) -->$/m);
  const sections = parts.flatMap((name, i) => (i % 2 ? [] : [[name, parts[i + 1]]]));
  return { introduction, sections: Object.fromEntries(sections) };
}

const toMarkdown = (parts) => format(parts.join('\n\n'), { parser: 'markdown' });

const { introduction, sections } = await readResults();
for (const name of options.only) {
  console.error(`${name} …`);
  const section = await SECTIONS[name](options);
  if (section === null) continue;
  const text = section.replace(/^## .+$/m, `$&, on ${processor}`);
  sections[keyOf(name)] = [text, `Measured on: ${await machine()}`].join('\n\n');
  console.log(await toMarkdown([sections[keyOf(name)]]));
}
if (!options.smoke && !options.cases) {
  // Sections of other machines are kept; those of GPUs come last.
  const places = Object.keys(SECTIONS);
  const placeOf = (key) => places.findIndex((name) => key.replace(/-[^-]+$/, '') === name);
  const rank = (key) => (placeOf(key) < 0 ? places.length : placeOf(key));
  const inOrder = Object.keys(sections).sort((a, b) => rank(a) - rank(b));
  const all = inOrder.flatMap((key) => [mark(key), sections[key]]);
  await writeFile(file, await toMarkdown([introduction, ...all]));
}
