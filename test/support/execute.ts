/**
 * Runs one call on the current backend and reports the outcome. It uses nothing from Node: a
 * browser page runs this same function.
 */
import * as tf from '@tensorflow/tfjs';
import * as ops from 'tfjs-gather-scatter';
import * as indexing from 'tfjs-gather-scatter/indexing';
import { runBuiltin } from '../builtins/execute.js';
import { assignNameOf, isGatherSegmentName, placesOf } from './call.js';
import type {
  CacheCall,
  CallOptions,
  CountingCall,
  Form,
  IndexingCall,
  InputData,
  LayerCall,
  LossCall,
  OpCall,
  OpUse,
  Outcome,
  SegmentCall,
  TensorData,
} from './call.js';
import { findOp, type Input, type Named } from './find_op.js';
import { exampleOptions, isSegmentName, runLayer } from './layer_model.js';
import { runModel } from './model.js';
import { applySparse } from './sparse.js';
import { differentiate } from './tape.js';
import { buildInput, holds, readTensor } from './tensors.js';

function applyOp(
  use: { op: string; options?: CallOptions; form?: Form },
  data: Input,
  indices: Input,
  updates: Input | undefined,
): tf.Tensor {
  const others = updates === undefined ? [] : [updates];
  return findOp(use)(data, indices, ...others, use.options);
}

/** Makes a call with indices of another call, in its own shape. An index may be out of bounds for it. */
function runBefore({ inputs, ...use }: OpUse, indices: Input): void {
  const { data, updates } = inputs;
  try {
    tf.tidy(() => {
      const reshaped = tf.reshape(indices, inputs.indices.shape);
      applyOp(use, buildInput(data), reshaped, updates && buildInput(updates));
    });
  } catch (error) {
    if (!messageOf(error).includes('indices has the value')) throw error;
  }
}

function applySegmentOp(call: SegmentCall, { x, segmentIds }: Record<string, Input>): Named {
  const { numSegments, options } = call;
  const op = (data: Input, ids: Input) => findOp(call)(data, ids, numSegments, options);
  return differentiate(call.derivative, op, { data: x, indices: segmentIds });
}

function applyCounting(call: CountingCall, { ids, weights, values }: Record<string, Input>): Named {
  const { op, size, range, bins, derivative } = call;
  if (op === 'histogramFixedWidth') return { result: findOp({ op })(values, range, bins) };
  const count = (weights: Input | undefined, ids: Input) => findOp({ op })(ids, { size, weights });
  return differentiate(derivative, count, { data: weights, indices: ids });
}

function applyLoss(call: LossCall, inputs: Partial<Record<string, Input>>): Named {
  const { logits, labels, classWeights } = inputs;
  const { options, derivative } = call;
  const given = classWeights === undefined ? options : { ...options, classWeights };
  const op = (logits: Input, labels: Input) => findOp(call)(logits, labels, given);
  return differentiate(derivative, op, { data: logits, indices: labels });
}

/** A copy that the backend computes, so that the host of a GPU has never seen it. */
function computed(indices: tf.Tensor): tf.Tensor {
  const places = Array.from({ length: indices.size }, (_, i) => i);
  return ops.gatherElements(indices, tf.tensor1d(places, 'int32'));
}

/** Calls tensorScatter; pastCache may be a variable. */
function runCache(
  { op, form, options, hides }: CacheCall,
  ...[pastCache, given, update]: (Input | undefined)[]
) {
  const writeIndices = hides && given instanceof tf.Tensor ? computed(given) : given;
  if (form !== 'kernel') {
    const name = form === 'assign' ? assignNameOf(op) : op;
    return findOp({ op: name })(pastCache, update, writeIndices, options);
  }
  const inputs = { pastCache, update, ...(writeIndices !== undefined && { writeIndices }) };
  return tf.engine().runKernel<tf.Tensor>('TensorScatter', inputs as Named, { ...options });
}

function applyIndexing(call: IndexingCall, inputs: Record<string, Input>): Named {
  const { op, options, form } = call;
  const apply = (data: Input, indices: Input, updates: Input | undefined): tf.Tensor => {
    if (!op.startsWith('at.')) return applyOp({ op, options }, data, indices, updates);
    const named = (name: string): Input => (name === 'indices' ? indices : (inputs[name] ?? name));
    const places = placesOf(call).map(named);
    const selected: object = Reflect.apply(indexing.at, undefined, [
      data,
      ...places,
      ...(options ? [options] : []),
    ]) as object;
    const method = (form === 'assign' ? assignNameOf(op) : op).slice('at.'.length);
    return (selected as Record<string, (updates?: Input) => tf.Tensor>)[method](updates);
  };
  return differentiate(call.derivative, apply, inputs);
}

function applyToExample(call: LayerCall, example: tf.Tensor[]): tf.Tensor {
  const { op, config } = call;
  const [data, indices, updates] = example;
  const { numSegments, segmentIds, sources, targets, weights, ...options } = config;
  if (op === 'tensorScatter') {
    // An example is a batch of one.
    const batch = example.map((each, i) => tf.reshape(each, i < 2 ? [1, ...each.shape] : [1]));
    const result = findOp({ op })(...batch.slice(0, 2), batch.at(2), config);
    return tf.reshape(result, data.shape);
  }
  const names = Object.keys(call.inputs);
  const kept = { segmentIds, sources, targets, weights };
  const given = { ...kept, ...Object.fromEntries(names.map((name, i) => [name, example[i]])) };
  if (isGatherSegmentName(op)) {
    const use = { kind: 'sparse', op, numSegments, options, inputs: {} } as const;
    return applySparse(use, given).result;
  }
  if (isSegmentName(op)) return findOp({ op })(data, given.segmentIds, numSegments, options);
  return applyOp({ op, options: exampleOptions(call) }, data, indices, updates);
}

/** Makes a call into a variable, and returns what it then holds: what it held, if the call throws. */
async function intoVariable(
  data: InputData,
  run: (variable: tf.Variable) => unknown,
): Promise<Named> {
  const values = buildInput({ ...data, plain: false }) as tf.Tensor;
  const variable = tf.variable(values);
  values.dispose();
  try {
    run(variable);
    // Not a clone, as older releases of tfjs clone no strings on wasm.
    return { result: variable };
  } catch (error) {
    const hasChanged = !(await holds(variable, data));
    variable.dispose();
    if (!hasChanged) throw error;
    const changed = `The variable changed before this error: ${messageOf(error)}`;
    throw new Error(changed, { cause: error });
  }
}

async function compute(call: OpCall, inputs: Record<string, Input>): Promise<Named> {
  if (call.kind === 'cache' && call.form === 'assign') {
    const { update, writeIndices } = inputs;
    return intoVariable(call.inputs.pastCache, (variable) =>
      tf.tidy(() => runCache(call, variable, writeIndices, update)),
    );
  }
  if (
    'form' in call &&
    call.form === 'assign' &&
    call.kind !== 'segment' &&
    call.kind !== 'cache'
  ) {
    const { form, ...others } = call;
    const into = (data: tf.Variable) =>
      others.kind === 'indexing'
        ? applyIndexing({ ...others, form }, { ...inputs, data })
        : applyOp({ ...others, op: assignNameOf(call.op) }, data, inputs.indices, inputs.updates);
    return intoVariable(call.inputs.data, into);
  }
  const { data, indices } = inputs;
  switch (call.kind) {
    case 'segment':
      return applySegmentOp(call, inputs);
    case 'counting':
      return applyCounting(call, inputs);
    case 'sparse':
      return applySparse(call, inputs);
    case 'loss':
      return applyLoss(call, inputs);
    case 'cache': {
      const { pastCache, update, writeIndices } = inputs;
      const operands = { data: pastCache, indices: writeIndices, updates: update };
      const op = (...given: (Input | undefined)[]) => tf.tidy(() => runCache(call, ...given));
      return differentiate(call.derivative, op, operands);
    }
    case 'indexing':
      return applyIndexing(call, inputs);
    case 'model':
      return runModel(call, inputs as Named);
    case 'layer':
      return runLayer(call, (example) => applyToExample(call, example), inputs as Named);
    case 'builtin':
      return runBuiltin(call, inputs as Named);
    case 'forward':
      for (const use of call.before ?? []) runBefore(use, indices);
      return differentiate(call.derivative, (...given) => applyOp(call, ...given), inputs);
    case 'check':
      await ops.checkIndices(data, indices, call.options as ops.CheckIndicesOptions);
      return {};
  }
}

function inputEntries({ inputs }: OpCall): [string, InputData][] {
  const entries = Object.entries<InputData | undefined>({ ...inputs });
  return entries.filter((entry): entry is [string, InputData] => entry[1] !== undefined);
}

function buildInputs(call: OpCall): Record<string, Input> {
  return Object.fromEntries(inputEntries(call).map(([name, data]) => [name, buildInput(data)]));
}

/** Reads tensors concurrently: each readback from a GPU waits for a timer of the page. */
async function readAll(tensors: Named): Promise<Record<string, TensorData>> {
  const reads = Object.entries(tensors).map(
    async ([name, tensor]) => [name, await readTensor(tensor)] as const,
  );
  return Object.fromEntries(await Promise.all(reads));
}

async function allHold(inputs: Record<string, Input>, call: OpCall): Promise<boolean> {
  const verdicts = inputEntries(call).map(([name, data]) => {
    const input = inputs[name];
    return input instanceof tf.Tensor ? holds(input, data) : Promise.resolve(true);
  });
  return (await Promise.all(verdicts)).every(Boolean);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : `not an Error: ${String(error)}`;
}

export async function execute(call: OpCall): Promise<Outcome> {
  const inputs = buildInputs(call);
  const before = tf.memory().numTensors;
  const grown = () => tf.memory().numTensors - before;
  try {
    const results = await compute(call, inputs);
    const tensorsHeld = grown();
    const outputs = await readAll(results);
    tf.dispose(results);
    const inputsUnchanged = await allHold(inputs, call);
    return { outputs, inputsUnchanged, tensorsHeld, tensorsLeft: grown() };
  } catch (error) {
    const tensorsLeft = grown();
    return { error: messageOf(error), inputsUnchanged: await allHold(inputs, call), tensorsLeft };
  } finally {
    tf.dispose(Object.values(inputs).filter((input) => input instanceof tf.Tensor));
  }
}
