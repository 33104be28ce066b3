/** On tfjs-node, against TensorFlow's own kernels. Needs a folder with tfjs-node, TFJS_NODE. */
import { show, table } from './figures.mjs';
import { lastLineOf } from './report.mjs';

const BACKENDS = ['tensorflow', 'wasm', 'cpu'];

export async function tfjsNodeSection({ smoke }) {
  const times = {};
  for (const backend of BACKENDS) {
    console.error(`  ${backend}`);
    times[backend] = JSON.parse(await lastLineOf('tfjs_node_on.mjs', [backend, String(smoke)]));
  }
  const { calls, training } = times.tensorflow;
  return [
    '## On tfjs-node',
    'The tables show the median time in ms until the first value is read, measured in turn. The first table is a ' +
      "training step of two layers with 32 features and 10 edges per node. 'native' is tfjs-node's own gather, " +
      'multiply and `unsortedSegmentSum`; the others are `gatherSegmentSum` on that backend, in the same Node.',
    table(
      ['training step, edges', 'native', ...BACKENDS],
      training.map(({ edges, native }, i) => [
        edges.toLocaleString('en'),
        ...[native, ...BACKENDS.map((backend) => times[backend].training[i].fused)].map(show),
      ]),
    ),
    "Single calls on the backend `tensorflow`. 'native' are TensorFlow's GatherNd, TensorScatterAdd and ScatterNd, which " +
      'check nothing that this package checks, and for the sum along edges the three ops above. The ratio is native / ours.',
    table(
      ['ms', 'native', 'ours', 'ratio'],
      calls.map(({ name, native, own }) => [name, ...[native, own, native / own].map(show)]),
    ),
  ].join('\n\n');
}
