/** Graphs in the format of TensorFlow's model.json, and what may surround an op in one. */
import type { GraphNode, InputData, Model, TensorData } from '../../support/call.js';
import { bool, i32 } from '../../support/values.js';

export interface ModelCase {
  name: string;
  model: Model;
  inputs: Record<string, InputData>;
  /** The outputs of the last node, `y`. */
  expected: TensorData[];
}

type Tensors = Record<string, TensorData>;

const TYPES: Partial<Record<string, string>> = {
  float32: 'DT_FLOAT',
  int32: 'DT_INT32',
  string: 'DT_STRING',
  bool: 'DT_BOOL',
};

export const typeOf = ({ dtype }: TensorData) => ({ type: TYPES[dtype] });

export const shapeOf = ({ shape }: TensorData) => ({
  shape: { dim: shape.map((size) => ({ size: String(size) })) },
});

export function placeholder(name: string, tensor: TensorData): GraphNode {
  return { name, op: 'Placeholder', attr: { dtype: typeOf(tensor), shape: shapeOf(tensor) } };
}

function constant(name: string, tensor: TensorData): GraphNode {
  const value = { tensor: { dtype: typeOf(tensor).type, tensorShape: shapeOf(tensor).shape } };
  return { name, op: 'Const', attr: { dtype: typeOf(tensor), value } };
}

/** An op and the names of its inputs, separated by spaces; perhaps attributes. */
export type Written = string | [node: string, attributes: Record<string, object>];

/** Nodes by name; all have the attribute T of a tensor. */
export const nodesOf = (nodes: Record<string, Written>, like: TensorData): GraphNode[] =>
  Object.entries(nodes).map(([name, node]) => {
    const [text, attr] = typeof node === 'string' ? [node, {}] : node;
    const [op, ...input] = text.split(' ');
    return { name, op, input, attr: { T: typeOf(like), ...attr } };
  });

/** Placeholders, constants and other nodes. */
export const modelOf = (inputs: Tensors, weights: Tensors, nodes: GraphNode[]): Model => ({
  node: [
    ...Object.entries(inputs).map(([name, tensor]) => placeholder(name, tensor)),
    ...Object.entries(weights).map(([name, tensor]) => constant(name, tensor)),
    ...nodes,
  ],
  weights,
});

export const yOf = ({ node }: Model): GraphNode => node[node.length - 1];

const condition = i32([], [1]);
const zero = i32([], [0]);

/** `y` of a case behind control flow, which only executeAsync supports. */
export function behindControlFlow({ node, weights }: Model): Model {
  const y = yOf({ node, weights });
  const [first, ...rest] = y.input ?? [];
  const gated = [
    constant('condition', condition),
    { name: 'gate', op: 'Switch', input: [first, 'condition'], attr: y.attr },
    { ...y, input: ['gate:1', ...rest] },
  ];
  return { node: [...node.slice(0, -1), ...gated], weights: { ...weights, condition } };
}

/** A case with inputs that gathers compute, on the GPU if there is one, behind control flow. */
export function computed({ model, inputs, ...rest }: ModelCase): ModelCase {
  const vectors = Object.entries(inputs).filter(([, { shape }]) => shape.length > 0);
  const places = vectors.map(
    ([
      name,
      {
        shape: [length],
      },
    ]): [string, TensorData] => [
      `all_${name}`,
      i32(
        [length],
        Array.from({ length }, (_, i) => i),
      ),
    ],
  );
  const gathers = vectors.flatMap(([name, tensor]) =>
    nodesOf({ [`computed_${name}`]: `GatherV2 ${name} all_${name} gate:1` }, tensor),
  );
  const y = yOf(model);
  const names = gathers.map(({ name }) => name);
  const input = y.input?.map((name) => names.find((each) => each === `computed_${name}`) ?? name);
  const weights = { zero, condition, ...Object.fromEntries(places) };
  const nodes = [...nodesOf({ gate: 'Switch zero condition' }, zero), ...gathers, { ...y, input }];
  return { ...rest, inputs, model: modelOf(inputs, weights, nodes) };
}

const argument = (name: string, tensor: TensorData) => ({ name, ...typeOf(tensor) });

/** A function of named tensors; its results are outputs of its nodes. */
const functionOf = (
  name: string,
  inputs: [string, TensorData][],
  results: [name: string, from: string, TensorData][],
  nodeDef: GraphNode[],
) => ({
  signature: {
    name,
    inputArg: inputs.map(([key, tensor]) => argument(key, tensor)),
    outputArg: results.map(([key, , tensor]) => argument(key, tensor)),
  },
  nodeDef,
  ret: Object.fromEntries(results.map(([key, from]) => [key, from])),
});

const call = (name: string) => ({ func: { name } });

/** A case whose constants are inputs. */
export function fed({ model, inputs, ...rest }: ModelCase): ModelCase {
  const all = { ...inputs, ...model.weights };
  return { ...rest, inputs: all, model: modelOf(all, {}, [yOf(model)]) };
}

/** An output of a case's op in a branch of If, which passes on its input in the other branch. */
export function inIf({ model, inputs, expected: all, ...rest }: ModelCase, output = 0): ModelCase {
  const expected = all[output];
  const entries = Object.entries(inputs);
  const names = entries.map(([name]) => name).join(' ');
  const branch = (name: string, node: GraphNode) =>
    functionOf(name, entries, [['result', `${node.name}:output:${output}`, expected]], [node]);
  const [other] = nodesOf({ same: `Identity ${entries[0][0]}` }, entries[0][1]);
  const branches = { then_branch: call('then_do'), else_branch: call('else_do') };
  const nodes = nodesOf({ y: [`StatelessIf condition ${names}`, branches] }, expected);
  const functions = [branch('then_do', { ...yOf(model), name: 'op' }), branch('else_do', other)];
  const whole = modelOf(inputs, { condition: bool([], [1]) }, nodes);
  return {
    ...rest,
    inputs,
    expected: [expected],
    model: { ...whole, library: { function: functions } },
  };
}

/** A loop that runs nodes in each of its rounds, and returns what becomes of one of its tensors. */
export function loopOf(
  { inputs, constants = {} }: { inputs: Tensors; constants?: Tensors },
  rounds: number,
  nodes: GraphNode[],
  [changed, from, like]: [name: string, from: string, TensorData],
): Model {
  const weights = { i: zero, end: i32([], [rounds]), one: i32([], [1]), ...constants };
  const carried = Object.entries({ ...weights, ...inputs, [changed]: like });
  const names = carried.map(([name]) => name);
  const next: Partial<Record<string, string>> = { i: 'next:z:0', [changed]: from };
  const goesOn = functionOf(
    'goes_on',
    carried,
    [['result', 'less:z:0', bool([], [1])]],
    nodesOf({ less: 'Less i end' }, zero),
  );
  const body = functionOf(
    'body',
    carried,
    carried.map(([name, tensor]) => [`${name}_out`, next[name] ?? name, tensor]),
    [...nodesOf({ next: 'AddV2 i one' }, zero), ...nodes],
  );
  const loop = [`StatelessWhile ${names.join(' ')}`, { cond: call('goes_on'), body: call('body') }];
  const all = { loop: loop as Written, y: `Identity loop:${names.indexOf(changed)}` };
  return { ...modelOf(inputs, weights, nodesOf(all, like)), library: { function: [goesOn, body] } };
}

/** An output of a case's op in the second round of a loop. */
export function inWhile(
  { model, inputs, expected: all, ...rest }: ModelCase,
  output = 0,
): ModelCase {
  const expected = all[output];
  const given = { out: zero, ...inputs };
  const nodes = [{ ...yOf(model), name: 'op' }];
  const loop = loopOf({ inputs: given }, 2, nodes, ['out', `op:output:${output}`, expected]);
  return { ...rest, inputs: given, expected: [expected], model: loop };
}
