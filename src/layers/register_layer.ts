/**
 * Classes of layers that tfjs can save and load, one per op.
 */
import { named } from '../../kernels/call/errors.js';
import { checkPlainObject, exampleOf } from '../../kernels/call/attributes.js';
import { serialization } from '../tfjs_ops.js';
import type { ConfiguredOp } from './check_inputs.js';
import { type LayerConfig, OpLayer } from './op_layer.js';

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
      const { name: ofLayer, trainable, inputShape, batchInputShape, dtype, ...options } = config;
      super(
        named(name, () => configure(options)),
        { name: ofLayer, trainable, inputShape, batchInputShape, dtype },
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
