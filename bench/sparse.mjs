/** Fused products, against three separate ops and against a dense product, on every backend. */
import { show, table } from './figures.mjs';
import { runInPage } from './in_page.mjs';
import { lastLineOf } from './report.mjs';

const BACKENDS = ['cpu', 'wasm', 'webgl', 'webgpu'];

async function timesOn(backend, isSmall) {
  if (backend.startsWith('webg')) {
    return (await runInPage('sparse_page.mjs', [backend, isSmall])).result;
  }
  return JSON.parse(await lastLineOf('sparse_on.mjs', [backend, String(isSmall)]));
}

export async function sparseSection({ smoke }) {
  const parts = [
    '## Fused products',
    'The tables show the median time in ms until the first value is read, measured in turn. ' +
      'webgl and webgpu run in Chromium, on the CPU. The first table sums rows of 10,000 nodes ' +
      "along 100,000 edges. 'fused' is `gatherSegmentSum`, 'composed' is gather, multiply and " +
      "`unsortedSegmentSum` of this package, and 'ratio' is composed / fused. The second table " +
      "is a training step of two layers with 32 features and 10 edges per node. 'dense' is " +
      '`tf.matMul` with the adjacency matrix. The third table sums 16 features without weights ' +
      'along a growing number of edges. The fourth table compares means of 32 features along 100,000 ' +
      'edges with the sum divided by counts, which are counted in each call. The fifth one shows ' +
      'gradients along 4,000 edges, and along a number of edges that no call has used before. ' +
      "'attention' is sampled dot products, their `unsortedSegmentSoftmax` and a weighted sum.",
    'On webgl, a dense step of 400 nodes takes 35 draws, and a fused one as many. Each of the four ' +
      "products, two forward and two backward, is one draw, whose result is packed like tfjs' own. tfjs " +
      'draws the others: it unpacks the inputs of the four products. Either step uploads four numbers of ' +
      "the loss and nothing else: the products' zeros need no texture.",
  ];
  for (const backend of BACKENDS) {
    console.error(`  ${backend}`);
    const { products, training, sweep, means, newSizes } = await timesOn(backend, smoke);
    const both = ({ composed, fused }) => [composed, fused, composed / fused].map(show);
    parts.push(
      `On ${backend}:`,
      table(
        ['ms', 'composed', 'fused', 'ratio'],
        products.map((row) => [row.name, ...both(row)]),
      ),
      table(
        ['training step, nodes', 'dense', 'composed', 'fused', 'fused / composed', 'dense / fused'],
        training.map(({ nodes, dense, composed, fused }) => [
          nodes.toLocaleString('en'),
          ...[dense, composed, fused, fused / composed, dense / fused].map(show),
        ]),
      ),
      table(
        ['edges', 'composed', 'fused', 'ratio'],
        sweep.map((row) => [row.edges.toLocaleString('en'), ...both(row)]),
      ),
      table(
        ['means', 'sum / bincount', 'mean', 'mean / (sum / bincount)'],
        means.map(({ name, mean, composed }) => [
          name,
          ...[composed, mean, mean / composed].map(show),
        ]),
      ),
    );
    if (newSizes.length === 0) continue;
    parts.push(
      table(
        ['gradients', 'known number of edges', 'new number of edges', 'new / known'],
        newSizes.map(({ name, known, fresh }) => [
          name,
          ...[known, fresh, fresh / known].map(show),
        ]),
      ),
    );
  }
  return parts.join('\n\n');
}
