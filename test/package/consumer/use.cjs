/**
 * How every consumer uses the package: forward calls, a training step, the namespace with methods,
 * and models. It takes a function that loads an entry, so that only the way of loading differs.
 * Prints one line of JSON.
 */
const SEGMENT_SUM = {
  modelTopology: {
    node: [
      { name: 'data', op: 'Placeholder', attr: { dtype: { type: 'DT_FLOAT' } } },
      { name: 'ids', op: 'Placeholder', attr: { dtype: { type: 'DT_INT32' } } },
      { name: 'sums', op: 'SegmentSum', input: ['data', 'ids'] },
    ],
    versions: { producer: 1994 },
  },
  weightSpecs: [],
  weightData: new ArrayBuffer(0),
};

const ENTRIES = ['', '/converter', '/indexing', '/layers', '/segment', '/tf', '/chained'];

module.exports = async function use(tf, load) {
  const [ops, { registerConverterOps }, indexing, layers, { unsortedSegmentMean }, namespace] =
    await Promise.all(ENTRIES.map(load));
  const { at, gatherElements, gatherND, scatterND } = ops;
  const { indexAdd } = indexing;
  const table = tf.tensor2d([1, 2, 3, 4], [2, 2]);
  const columns = tf.tensor2d([0, 0, 1, 0], [2, 2], 'int32');
  const gathered = gatherElements(table, columns, { axis: 1 });
  const scattered = scatterND([1, 2, 3, 4], [[1], [1]], [10, 20], { reduction: 'add' });

  const rows = tf.variable(tf.tensor1d([1, 2, 3]));
  tf.train.sgd(0.125).minimize(() => {
    const messages = gatherND(rows, [[0], [2], [2]]);
    return scatterND(tf.zeros([2]), [[0], [0], [1]], messages, { reduction: 'add' })
      .square()
      .sum();
  });
  const meanGradient = tf.grad((x) => unsortedSegmentMean(x, [0, 1, 1], 2))(tf.tensor1d([1, 2, 6]));

  const data = namespace.zeros([3]).scatterElements([2, 2], [1, 1], { reduction: 'add' });
  const named = namespace.unsortedSegmentMax(namespace.gatherND(data, [[2], [0]]), [1, 1], 2);

  const indexed = at(indexAdd([1, 2, 3], [2, 2], [4, 5]), [0]).set(7);

  registerConverterOps();
  const model = await tf.loadGraphModel(tf.io.fromMemory(SEGMENT_SUM));
  const ids = tf.tensor1d([0, 0, 2], 'int32');
  const modelled = model.execute({ data: tf.tensor1d([1, 2, 3]), ids });

  const inputs = [tf.input({ shape: [3] }), tf.input({ shape: [3], dtype: 'int32' })];
  const outputs = layers.unsortedSegmentMean({ numSegments: 2 }).apply(inputs);
  let saved;
  await tf.model({ inputs, outputs }).save(
    tf.io.withSaveHandler((artifacts) => {
      saved = artifacts;
      return { modelArtifactsInfo: { dateSaved: new Date(), modelTopologyType: 'JSON' } };
    }),
  );
  const loaded = await tf.loadLayersModel(tf.io.fromMemory(saved));
  const layered = loaded.predict([
    tf.tensor2d([[1, 2, 6]]),
    tf.tensor2d([[0, 1, 1]], [1, 3], 'int32'),
  ]);
  console.log(
    JSON.stringify({
      gathered: gathered.arraySync(),
      scattered: scattered.arraySync(),
      trained: rows.arraySync(),
      meanGradient: meanGradient.arraySync(),
      modelled: modelled.arraySync(),
      layered: layered.arraySync(),
      indexed: indexed.arraySync(),
      named: named.slice(1).arraySync(),
      isDefault: namespace.default.scatterND === namespace.scatterND,
      isShared:
        namespace.scatterND === tf.scatterND &&
        namespace.gatherElements === ops.gatherElements &&
        indexing.at === at &&
        ops.unsortedSegmentMean === unsortedSegmentMean,
    }),
  );
};
