/**
 * Which tensors of a call tfjs' tape keeps for the gradient. Most gradients read only the indices. Any
 * other tensor on the tape costs memory during a training step, and a copy on wasm.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import { engine, runWithGradient, type SingleGradFunc, zeros } from '../kernels/tfjs/seam.js';

type Inputs = Record<string, Tensor>;

/** Computes the gradients of a call from the tensors that the tape kept, by name; the output is y. */
type GradientOfKept<Dy = Tensor> = (dy: Dy, kept: Inputs) => ReturnType<SingleGradFunc>;

/**
 * Returns whether tfjs is recording ops to differentiate them. It does not record those inside a kernel, or inside a
 * function with a gradient of its own.
 */
export function isTaped(): boolean {
  const { gradientDepth, kernelDepth } = engine().state;
  return gradientDepth > 0 && kernelDepth === 0;
}

/**
 * Runs a function of inputs. If it is taped, so is only `gradient`, and the tape keeps only the inputs in `names`, the
 * output if they include y, and `constants`. The gradient must not read other tensors: tfjs may have freed them. It
 * gets a list for two or more outputs. Inputs that it leaves out get zeros, because tfjs may ask for their gradients:
 * indices, and tensors that are only compared, may depend on a differentiated input.
 */
export function withGradient<Output extends Tensor | Tensor[]>(
  inputs: Inputs,
  names: readonly string[],
  run: () => Output,
  gradient: GradientOfKept<Output>,
  constants: Inputs = {},
): Output {
  if (!isTaped()) return run();
  const tensors = { ...inputs, ...constants };
  const all = [...names, ...Object.keys(constants)];
  return runWithGradient({
    inputs,
    forwardFunc(_, save) {
      const y = run();
      const known: Inputs = Array.isArray(y) ? tensors : { ...tensors, y };
      save(all.map((name) => known[name]));
      return y;
    },
    backwardsFunc: (dy, saved) => ({
      ...Object.fromEntries(
        Object.entries(inputs).map(([name, { shape }]) => [name, () => zeros(shape)]),
      ),
      ...gradient(dy, Object.fromEntries(saved.map((tensor, i) => [all[i], tensor]))),
    }),
  });
}

/**
 * Runs `compute`, and makes tfjs treat its result as a constant: it has no gradients for many ops on masks, counts and
 * integers, and would throw. Inputs that may be differentiated get zeros.
 */
export function stopGradient(compute: () => Tensor, inputs: Tensor[] = []): Tensor {
  return withGradient(Object.fromEntries(inputs.entries()), [], compute, () => ({}));
}
