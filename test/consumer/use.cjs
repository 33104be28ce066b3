/**
 * What every consumer does with the package: two forward calls and a step of training. Takes the
 * modules as arguments, so that how they were loaded is all that differs. Prints one line of JSON.
 */
module.exports = function use(tf, ops) {
  const { gatherElements, gatherND, scatterND } = ops;
  const gathered = gatherElements(
    tf.tensor2d([
      [1, 2],
      [3, 4],
    ]),
    [
      [0, 0],
      [1, 0],
    ],
    { axis: 1 },
  );
  const scattered = scatterND([1, 2, 3, 4], [[1], [1]], [10, 20], { reduction: 'add' });

  const rows = tf.variable(tf.tensor1d([1, 2, 3]));
  tf.train.sgd(0.125).minimize(() => {
    const messages = gatherND(rows, [[0], [2], [2]]);
    return scatterND(tf.zeros([2]), [[0], [0], [1]], messages, { reduction: 'add' })
      .square()
      .sum();
  });
  console.log(
    JSON.stringify({
      gathered: gathered.arraySync(),
      scattered: scattered.arraySync(),
      trained: rows.arraySync(),
    }),
  );
};
