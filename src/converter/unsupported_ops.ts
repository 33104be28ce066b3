/**
 * Related ops that cannot work in a GraphModel. They are registered so that a model that contains one
 * reports the reason instead of "Unknown op".
 */

const VARIABLE_OPS = [
  ...['Add', 'Sub', 'Mul', 'Div', 'Max', 'Min', 'Update'].map((name) => `ResourceScatter${name}`),
  ...['Add', 'Sub', 'Max', 'Min', 'Update'].map((name) => `ResourceScatterNd${name}`),
];

/** The reason for each op, as errors show it. */
export const UNSUPPORTED_OPS: Record<string, string> = {
  UnsortedSegmentJoin:
    'it joins strings, which this package cannot do; join them before or after the model.',
  ...Object.fromEntries(
    VARIABLE_OPS.map((name) => [
      name,
      'it changes a variable, and a frozen graph has none; convert the model with a tensor scatter ' +
        'instead, such as tf.tensor_scatter_nd_add.',
    ]),
  ),
};
