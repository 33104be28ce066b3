/**
 * Derivatives of an op by every API that tfjs offers. Products use flattened tensors, because
 * above rank 6 tfjs' elementwise kernels give wrong values (wasm) or none (webgl).
 */
import * as tf from '@tensorflow/tfjs';
import type { Gradient, Higher } from './call.js';
import { computedFrom } from './computed.js';
import type { Input, Named } from './find_op.js';
import { buildTensor } from './tensors.js';

export interface Operands {
  data: tf.Tensor;
  indices: tf.Tensor;
  updates?: tf.Tensor;
}

export type Op = (data: tf.Tensor, indices: tf.Tensor, updates: tf.Tensor | undefined) => tf.Tensor;

type Differentiable = (...inputs: tf.Tensor[]) => tf.Tensor;

export function dot(a: tf.Tensor, b: tf.Tensor): tf.Scalar {
  const products = tf.mul(tf.reshape(a, [-1]), tf.reshape(b, [-1]));
  // tfjs' webgl backend cannot sum an empty tensor.
  return tf.sum(tf.concat([products, tf.zeros([1])]));
}

/** The tensors to differentiate with respect to: data, and updates if the op has them. */
function variablesOf({ data, updates }: Operands): tf.Tensor[] {
  return updates === undefined ? [data] : [data, updates];
}

function nameResults(results: tf.Tensor[]): Named {
  const names = ['data', 'updates'];
  return Object.fromEntries(results.map((result, i) => [names[i], result]));
}

/** The gradient is what one SGD step at rate 1 subtracts from a variable. */
function stepOf(loss: () => tf.Scalar, variables: tf.Variable[]): tf.Tensor[] {
  const optimizer = tf.train.sgd(1);
  const before = variables.map((variable) => tf.clone(variable));
  optimizer.minimize(loss, false, variables);
  const steps = variables.map((variable, i) => tf.sub(before[i], variable));
  tf.dispose(before);
  optimizer.dispose();
  return steps;
}

function byVariables(op: Op, operands: Operands, dy: tf.Tensor, minimize: boolean): tf.Tensor[] {
  const variables = variablesOf(operands).map((tensor) => tf.variable(tensor));
  const loss = () => dot(dy, op(variables[0], operands.indices, variables[1]));
  try {
    if (minimize) {
      return stepOf(loss, variables);
    }
    const { value, grads } = tf.variableGrads(loss, variables);
    value.dispose();
    return variables.map((variable) => grads[variable.name]);
  } finally {
    tf.dispose(variables);
  }
}

/**
 * Calls the op inside a customGrad, whose gradient function asks for the op's gradient. tfjs loses
 * its tape when a gradient function computes gradients, unless an outer tape runs. Here the outer
 * tape is that of the sum of s times the gradient, whose derivative with respect to s is the
 * gradient.
 */
function insideCustomGrad(op: Differentiable, variables: tf.Tensor[], dy: tf.Tensor): tf.Tensor[] {
  const wrapped = tf.customGrad((...inputs) => {
    const tensors = inputs.filter((input) => input instanceof tf.Tensor);
    return {
      value: op(...tensors),
      gradFunc: (upstream: tf.Tensor) => tf.grads(op)(tensors, upstream),
    };
  });
  // On GPUs, tfjs fills tensors of at most six dimensions.
  const zerosOf = ({ size, shape }: tf.Tensor) => tf.zeros([size]).reshape(shape);
  const gradientOf = (variable: tf.Tensor, i: number) =>
    tf.grad((s) => dot(s, tf.grads(wrapped)(variables, dy)[i]))(zerosOf(variable));
  return tf.tidy(() => variables.map(gradientOf));
}

function singly(op: Differentiable, variables: tf.Tensor[], dy: tf.Tensor): tf.Tensor[] {
  return variables.map((variable, i) => {
    const ofOne = (x: tf.Tensor) => op(...variables.map((other, j) => (i === j ? x : other)));
    return tf.grad(ofOne)(variable, dy);
  });
}

function gradient(call: Gradient, op: Op, operands: Operands, dy: tf.Tensor): Named {
  const variables = variablesOf(operands);
  const withoutIndices: Differentiable = (data, updates) => op(data, operands.indices, updates);
  switch (call.route ?? 'grads') {
    case 'grads':
      return nameResults(tf.grads(withoutIndices)(variables, dy));
    case 'single':
      return nameResults(singly(withoutIndices, variables, dy));
    case 'all': {
      const everything: Differentiable = (indices, data, updates) => op(data, indices, updates);
      const [indices, ...rest] = tf.grads(everything)([operands.indices, ...variables], dy);
      return { indices, ...nameResults(rest) };
    }
    case 'variableGrads':
    case 'minimize':
      return nameResults(byVariables(op, operands, dy, call.route === 'minimize'));
    case 'customGrad':
      return nameResults(insideCustomGrad(withoutIndices, variables, dy));
  }
}

/**
 * Turns a function of (dy, data, updates), all flat, into the weighted sum of its derivatives with
 * respect to data and updates. Adding the inputs times zero keeps each on the tape if the
 * derivative does not depend on it. They are flat because tfjs sums on its tape by such an
 * elementwise kernel too.
 */
function weightedDerivative(inner: Differentiable, weights: tf.Tensor[]): Differentiable {
  return (dy, ...variables) => {
    const grads = tf.grads((...inputs) => inner(dy, ...inputs))(variables);
    const terms = grads.map((grad, i) => dot(weights[i], grad));
    const links = [dy, ...variables].map((tensor) => dot(tf.zerosLike(tensor), tensor));
    return tf.addN([...terms, ...links]);
  };
}

function higher(call: Higher, op: Op, operands: Operands, dy: tf.Tensor): Named {
  const inputs = [dy, ...variablesOf(operands)];
  const loss: Differentiable = (...flat) => {
    const [upstream, data, updates] = flat.map((x, i) => tf.reshape(x, inputs[i].shape));
    return dot(upstream, op(data, operands.indices, updates));
  };
  return tf.tidy(() => {
    const v = [call.vData, ...(call.vUpdates ? [call.vUpdates] : [])].map(buildTensor);
    const second = weightedDerivative(loss, v);
    const outermost = call.kind === 'second' ? second : weightedDerivative(second, v);
    const flat = tf.grads(outermost)(inputs.map((input) => tf.reshape(input, [-1])));
    const [byDy, ...rest] = flat.map((gradient, i) => tf.reshape(gradient, inputs[i].shape));
    return { dy: byDy, ...nameResults(rest) };
  });
}

/** Differentiates an op, or only runs it if no derivative is given. Operands that are differentiated are tensors. */
export function differentiate(
  derivative: Gradient | Higher | undefined,
  given: Op,
  inputs: Partial<Record<keyof Operands, Input>>,
): Named {
  const operands = inputs as Operands;
  const { data, indices, updates } = operands;
  if (derivative === undefined) return { result: given(data, indices, updates) };
  const { computed: way } = derivative;
  const op: Op = way
    ? (data, indices, updates) => given(data, computedFrom(way, data, indices), updates)
    : given;
  const dy = buildTensor(derivative.dy);
  try {
    return derivative.kind === 'gradient'
      ? gradient(derivative, op, operands, dy)
      : higher(derivative, op, operands, dy);
  } finally {
    dy.dispose();
  }
}
