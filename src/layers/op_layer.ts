/**
 * The common part of all layers. A layer works on each example of a batch separately; its op defines
 * what it computes, and for which shapes.
 */
import type { DataType } from '@tensorflow/tfjs-core';
import { initializers, layers, type Shape, SymbolicTensor } from '@tensorflow/tfjs-layers';
import type { LayerVariable } from '@tensorflow/tfjs-layers';

import { named, wrong } from '../../kernels/call/errors.js';
import { logicalAnd, reshape, Tensor, tidy } from '../../kernels/tfjs/seam.js';
import { checkDtype } from '../../kernels/call/inputs.js';
import { toTensor } from '../ops/convert.js';
import { toIndices } from '../ops/known_indices.js';
import { checkBatch, checkCount, type ConfiguredOp, outputDtype } from './check_inputs.js';

/**
 * Options of every layer. Creating a layer throws an Error that names the argument if options do not
 * fit, or if indices would address the batch axis. Applying it throws if shapes or dtypes do not fit, and
 * running the model throws if a mask does not fit.
 */
export interface LayerConfig {
  /** The layer's name, unique within a model. Default: the op's name and a number, such as `gather_nd_1`. */
  name?: string | undefined;
  /** Has no effect because no layer has weights to train; tfjs saves it with the layer. */
  trainable?: boolean | undefined;
  /** The shape of the first input without the batch axis; tfjs saves it with the layer. */
  inputShape?: Shape | undefined;
  /** The shape of the first input with the batch axis. */
  batchInputShape?: Shape | undefined;
  /** The dtype of the first input, as in tfjs' layers. */
  dtype?: DataType | undefined;
}

/** The name that tfjs derives from a class: the words of its name, the name itself, and a number. */
const LONG_NAME = /^tfjs_gather_scatter_(\w+)_[A-Za-z]+(\d+)$/;

const NO_MASK =
  'none, because the output does not keep the masked axis. Create the preceding layers without a mask, ' +
  'and pass it as a separate input to layers that need it';

/** A layer that runs an op. */
export class OpLayer extends layers.Layer {
  /**
   * Makes tfjs pass the masks of this layer's inputs to computeMask. The masks in call's kwargs may come
   * from any preceding layer.
   */
  override supportsMasking = true;
  /** Those of the tensors that the op keeps. */
  private variables: LayerVariable[] = [];

  constructor(
    protected readonly op: ConfiguredOp,
    config: LayerConfig,
  ) {
    super(config);
    // tfjs derives the name from the class, whose name is long so that it is unique among all packages.
    if (!config.name) this.name = this.name.replace(LONG_NAME, '$1_$2');
  }

  override apply(
    inputs: Tensor | Tensor[] | SymbolicTensor | SymbolicTensor[],
    kwargs?: Record<string, unknown>,
  ): ReturnType<layers.Layer['apply']> {
    return named(this.op.name, () => {
      const list = listOf<Tensor | SymbolicTensor>(inputs);
      checkCount(this.op, list);
      if (!list.some((input) => input instanceof SymbolicTensor))
        return super.apply(inputs, kwargs);
      const masked = listOf(kwargs?.mask).findIndex(isMask);
      if (masked >= 0) throw this.maskError(masked, 'none, because tfjs would ignore it');
      const dtype = outputDtype(this.op, list);
      // tfjs assumes that every layer's output is float32, and would cast it for the next layer.
      return Object.assign(super.apply(inputs, kwargs), { dtype });
    });
  }

  override build(shape: Shape | Shape[]): void {
    super.build(shape);
    this.variables = (this.op.kept ?? []).map(({ name, dtype, length, values }) => {
      const zeros = initializers.zeros();
      const variable = this.addWeight(name, [length], dtype, zeros, undefined, false);
      if (values === undefined) return variable;
      tidy(() => {
        const tensor = toTensor(name, values, dtype);
        checkDtype(name, tensor.dtype, dtype);
        variable.write(tensor);
      });
      return variable;
    });
  }

  override call(inputs: Tensor | Tensor[]): Tensor {
    return named(this.op.name, () =>
      tidy(() => {
        const tensors = listOf(inputs);
        this.computeOutputShape(tensors.map(({ shape }) => shape));
        const { inputs: names, indices } = this.op;
        return this.op.run(
          tensors.map((tensor, i) =>
            indices.includes(names[i]) ? toIndices(names[i], tensor) : tensor,
          ),
          this.variables.map((variable) => variable.read()),
        );
      }),
    );
  }

  override computeOutputShape(inputShape: Shape | Shape[]): Shape {
    const shapes = isShapeList(inputShape) ? inputShape : [inputShape];
    return named(this.op.name, () => {
      checkBatch(this.op, shapes);
      return this.op.outputShape(shapes);
    });
  }

  override computeMask(inputs: Tensor | Tensor[], mask?: Tensor | Tensor[]): Tensor | Tensor[] {
    const kept = this.op.keptAxes(listOf(inputs).map(({ shape }) => shape));
    const passing = listOf<unknown>(mask).filter((each, i): each is Tensor => {
      if (!isMask(each)) return false;
      if (each.rank <= kept[i]) return true;
      return named(this.op.name, () => {
        throw this.maskError(i, NO_MASK);
      });
    });
    if (passing.length < 2) return passing[0];
    return tidy(() => {
      const rank = Math.max(...passing.map((each) => each.rank));
      return passing
        .map((each) => reshape(each, [...each.shape, ...Array<number>(rank - each.rank).fill(1)]))
        .reduce((both, each) => logicalAnd(both, each));
    });
  }

  private maskError(input: number, expected: string): Error {
    const { inputs } = this.op;
    return wrong(`a mask arrived at layer '${this.name}' with ${inputs[input]}`, expected);
  }
}

function isMask(mask: unknown): mask is Tensor {
  return mask !== null && mask !== undefined;
}

function listOf<T>(value: T | T[]): T[] {
  return Array.isArray(value) ? value : [value];
}

function isShapeList(shape: Shape | Shape[]): shape is Shape[] {
  return Array.isArray(shape[0]);
}
