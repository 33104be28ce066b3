/**
 * Which tensors of a call tfjs' tape keeps for the gradient, and which it does not differentiate. Most gradients read only
 * the indices; any other tensor on the tape costs memory during a training step, and a copy on wasm.
 *
 * Indices are detached from the ops on the tape that computed them. tfjs would ask these ops for gradients, which many do
 * not have, such as topk and less; clipByValue has only a first-order one. Each node of the tape is read once, so
 * gradients of a long program take time in proportion to its steps.
 */
import type { Tensor } from '@tensorflow/tfjs-core';

import {
  clone,
  engine,
  getBackend,
  reshape,
  runWithGradient,
  scalar,
  type SingleGradFunc,
  zeros,
} from '../kernels/tfjs/seam.js';

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
 * indices, and tensors that are only compared, may depend on a differentiated input. The zeros are constants that depend
 * on the input, because tfjs cannot differentiate what does not.
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
        Object.entries(inputs).map(([name, input]) => [
          name,
          () => asConstant(() => zeros(input.shape), [input]),
        ]),
      ),
      ...gradient(dy, Object.fromEntries(saved.map((tensor, i) => [all[i], tensor]))),
    }),
  });
}

/**
 * The same for a gradient that reads the inputs. In second order, tfjs adds what the result and what that gradient give to
 * these. Where it cannot, it gets flat ones.
 */
export function withFlatInputs(
  inputs: Inputs,
  names: readonly string[],
  run: () => Tensor,
  gradient: GradientOfKept,
): Tensor {
  const high = Object.keys(inputs).filter((name) => name !== 'indices' && !isAddable(inputs[name]));
  const ofHigh = <T>(make: (name: string) => T) =>
    Object.fromEntries(high.map((name) => [name, make(name)]));
  const shapes = ofHigh((name) => inputs[name].shape);
  const flat = ofHigh((name) => reshape(inputs[name], [-1]));
  return withGradient({ ...inputs, ...flat }, names, run, (dy, kept) => {
    const shaped = ofHigh((name) => reshape(kept[name], shapes[name]));
    const gradients = gradient(dy, { ...kept, ...shaped });
    return { ...gradients, ...ofHigh((name) => () => reshape(gradients[name](), [-1])) };
  });
}

/**
 * Runs `compute`, and makes tfjs treat its result as a constant: it has no gradients for many ops on masks, counts and
 * integers, and would throw. Inputs that may be differentiated get zeros.
 */
export function asConstant<T extends Tensor>(compute: () => T, inputs: Tensor[] = []): T {
  return withGradient(Object.fromEntries(inputs.entries()), [], compute, () => ({}));
}

/** What tensors on the tape were computed from: one tensor that no op there computed, or several sources. */
interface Source {
  from: Tensor | readonly Source[];
  /** A scalar on the tape that passes zeros to all of it. Only its place there counts: it may be disposed. */
  link?: Tensor;
}

/** What is known of a tape after reading `length` of its nodes, by the ids of tensors. */
class Tape {
  length = 0;
  /** The sources of the tensors that ops on the tape computed, and of others. */
  readonly computed = new Map<number, Source>();
  readonly others = new Map<number, Source>();
  readonly detached = new Set<number>();
}

const tapes = new WeakMap<object, Tape>();

/** Returns a tensor as it is if no op on the tape computed it; otherwise a detached copy. */
export function detach(tensor: Tensor): Tensor {
  if (!isTaped()) return tensor;
  const { computed, detached } = readTape();
  const { id } = tensor;
  const isFree = !computed.has(id) || detached.has(id);
  return isFree ? tensor : computeDetached([tensor], () => clone(tensor));
}

/**
 * Computes a tensor from others, detached from the ops that computed those. What they started from gets zeros, as with
 * tfjs' argMin or floor.
 */
export function computeDetached<T extends Tensor>(inputs: readonly Tensor[], compute: () => T): T {
  if (!isTaped()) return compute();
  const tape = readTape();
  const { computed, detached } = tape;
  const links = inputs.map((input) => {
    const source = computed.get(input.id);
    return source ? linkTo(source, tape) : input;
  });
  const result = asConstant(compute, links.filter(isAddable));
  detached.add(result.id);
  return result;
}

/** Reads the nodes that are new since the last call. */
function readTape(): Tape {
  const { activeTape } = engine().state;
  const tape = tapes.get(activeTape) ?? new Tape();
  tapes.set(activeTape, tape);
  const { computed, others } = tape;
  const sourceOf = (tensor: Tensor): Source => {
    const known = computed.get(tensor.id) ?? others.get(tensor.id);
    if (known) return known;
    const source = { from: tensor };
    others.set(tensor.id, source);
    return source;
  };
  for (; tape.length < activeTape.length; tape.length++) {
    const { inputs, outputs } = activeTape[tape.length];
    const from = [...new Set(Object.values(inputs).map(sourceOf))];
    const source = from.length === 1 ? from[0] : { from };
    // Ids are no guide: a function with a gradient of its own may return a tensor that is older than its inputs.
    for (const { id } of outputs) computed.set(id, source);
  }
  return tape;
}

/** Returns the link of a source. Puts it on the tape, after those that it needs, if it is not there yet. */
function linkTo(source: Source, tape: Tape): Tensor {
  // Not recursive, because a program may have more steps than the stack has room for.
  const pending = [source];
  for (;;) {
    const next = pending[pending.length - 1];
    const sources = 'id' in next.from ? [] : next.from;
    const missing = sources.filter(({ link }) => !link);
    if (missing.length > 0) {
      pending.push(...missing);
      continue;
    }
    pending.pop();
    const inputs = 'id' in next.from ? [next.from] : sources.flatMap(({ link }) => link ?? []);
    next.link ??= asConstant(() => scalar(0), inputs.filter(isAddable));
    tape.computed.set(next.link.id, next);
    tape.length = engine().state.activeTape.length;
    if (next === source) return next.link;
  }
}

/** Returns whether tfjs can add zeros to the gradient of a tensor: beyond six dimensions, it adds on cpu only. */
function isAddable({ rank }: Tensor): boolean {
  return rank <= 6 || getBackend() === 'cpu';
}
