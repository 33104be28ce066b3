/**
 * The common part of all layers: what an op says of itself, the checks of inputs, and classes that tfjs can save and load,
 * one per op. A layer works on each example of a batch separately; its op defines what it computes, and for which shapes.
 */
import type { DataType } from '@tensorflow/tfjs-core';
import {
  initializers,
  layers,
  type LayerVariable,
  type Shape,
  SymbolicTensor,
} from '@tensorflow/tfjs-layers';

import { checkPlainObject, exampleOf } from '../../kernels/call/attributes.js';
import { named, show, wrong } from '../../kernels/call/errors.js';
import { checkDtype, checkDtypeIn, fits } from '../../kernels/call/shapes.js';
import { logicalAnd, reshape, Tensor, tidy } from '../../kernels/tfjs/seam.js';
import { type Input, toTensor } from '../ops/convert.js';
import { toIndices } from '../ops/known_indices.js';
import { serialization } from '../tfjs_ops.js';

/** An op with its options, as a layer sees it. */
export interface ConfiguredOp {
  /** Its name in messages. */
  name: string;
  /** The names of its inputs. */
  inputs: readonly string[];
  /** Whether the last input is optional. */
  lastIsOptional?: boolean;
  /** The names of the inputs that are indices. */
  indices: string[];
  /** The tensors that the layer keeps as weights. */
  kept?: KeptTensor[];
  /** The options, defaults included. */
  config: serialization.ConfigDict;
  /** Checks the shapes of a batch of inputs, and returns the shape of the result. */
  outputShape(shapes: Shape[]): Shape;
  /** Returns for each input how many of its leading axes the result shares, so that its mask fits. */
  keptAxes(shapes: Shape[]): number[];
  /** Checks the dtypes of the inputs, where indices are int32, and returns the dtype of the result. */
  outputDtype(dtypes: DataType[]): DataType;
  run(inputs: Tensor[], kept: Tensor[]): Tensor;
}

/** A tensor of rank 1 that a layer keeps, and saves with the model. */
export interface KeptTensor {
  name: string;
  dtype: 'int32' | 'float32';
  length: number;
  /** Missing if the values are loaded. */
  values?: Input;
}

function checkCount({ inputs, lastIsOptional }: ConfiguredOp, tensors: unknown[]): void {
  const { length } = inputs;
  const counts = lastIsOptional ? [length - 1, length] : [length];
  if (counts.includes(tensors.length)) return;
  const expected = `${counts.join(' or ')}: [${inputs.join(', ')}]`;
  throw wrong(`inputs has length ${tensors.length}`, expected);
}

/** Throws unless all inputs have a batch axis of the same length. */
function checkBatch(op: ConfiguredOp, shapes: Shape[]): void {
  const { inputs } = op;
  checkCount(op, shapes);
  shapes.forEach((shape, i) => {
    if (shape.length === 0) {
      throw wrong(`${inputs[i]} is a scalar (rank 0)`, 'a batch of examples');
    }
    if (!fits(shape[0], shapes[0][0])) {
      throw wrong(
        `${inputs[i]} is a batch of ${show(shape[0])} (shape ${show(shape)})`,
        `one of ${show(shapes[0][0])}, as ${inputs[0]} is (shape ${show(shapes[0])})`,
      );
    }
  });
}

/** Returns the dtype of the result; throws for dtypes that the op does not accept. Indices may be float32. */
function outputDtype(op: ConfiguredOp, inputs: { dtype: DataType }[]): DataType {
  const read = inputs.map(({ dtype }, i) => {
    const name = op.inputs[i];
    if (!op.indices.includes(name)) return dtype;
    checkDtypeIn(name, dtype, ['int32', 'float32']);
    return 'int32';
  });
  return op.outputDtype(read);
}

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
class OpLayer extends layers.Layer {
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

/**
 * A saved model is JSON, which has no NaN or Infinity, so these are saved as words, in lower case because
 * tfjs changes upper case.
 */
const WORDS = [
  ['nan', NaN],
  ['inf', Infinity],
  ['-inf', -Infinity],
] as const;

/** Replaces words by numbers in a config, or numbers by words if `from` is 1. */
function swapWords(config: serialization.ConfigDict, from: 0 | 1): serialization.ConfigDict {
  const entries = Object.entries(config)
    // tfjs adds customObjects to every layer's config, for classes that are passed to its loader.
    .filter(([key]) => key !== 'customObjects')
    .map(([key, value]): [string, typeof value] => {
      const pair = WORDS.find((pair) => Object.is(pair[from], value));
      return [key, key !== 'name' && pair ? pair[1 - from] : value];
    });
  return Object.fromEntries(entries);
}

/**
 * Registers the layers of an op, and returns the function that creates them. `likelyOption` is the option
 * to suggest if the config is not an object. If there are two copies of the package, the second replaces
 * the classes of the first; each can load the other's models.
 */
export function registerLayer(
  name: string,
  likelyOption: string,
  configure: (options: object) => ConfiguredOp,
): (config: LayerConfig) => OpLayer {
  class NamedLayer extends OpLayer {
    /** The name by which tfjs loads the layer. It may only have letters and digits. */
    static className = `TfjsGatherScatter${name[0].toUpperCase()}${name.slice(1)}`;

    constructor(config: LayerConfig) {
      const { name: layerName, trainable, inputShape, batchInputShape, dtype, ...options } = config;
      super(
        named(name, () => configure(options)),
        { name: layerName, trainable, inputShape, batchInputShape, dtype },
      );
    }

    static override fromConfig<T extends serialization.Serializable>(
      cls: serialization.SerializableConstructor<T>,
      config: serialization.ConfigDict,
    ): T {
      return new cls(swapWords(config, 0));
    }

    override getConfig(): serialization.ConfigDict {
      return { ...super.getConfig(), ...swapWords(this.op.config, 1) };
    }
  }
  serialization.registerClass(NamedLayer, 'tfjs-gather-scatter');
  return (config) => {
    named(name, () => {
      checkPlainObject('config', config, () => exampleOf(likelyOption, config));
    });
    return new NamedLayer(config);
  };
}
