/**
 * From an op to a class of layers that tfjs can save and load.
 */
import { serialization } from '@tensorflow/tfjs-core';

import { OpLayer } from './op_layer.js';
import type { ConfiguredOp, LayerConfig } from './op_layer.js';

/** Under which the classes are registered, beside their own names. */
const PACKAGE = 'tfjs-gather-scatter';
/** tfjs loads a layer by the name of its class alone, in letters and digits. */
const PREFIX = 'TfjsGatherScatter';

/**
 * Registers the layers of an op, and returns what makes them. A second copy of the package registers
 * its own classes in place of those of the first; each loads what the other saved.
 */
export function registerLayer(
  name: string,
  configure: (options: object) => ConfiguredOp,
): (config: LayerConfig) => OpLayer {
  const className = `${PREFIX}${name[0].toUpperCase()}${name.slice(1)}`;
  class NamedLayer extends OpLayer {
    static className = className;

    constructor({ name, trainable, ...options }: LayerConfig) {
      super(configure(options), { name, trainable });
    }

    static override fromConfig<T extends serialization.Serializable>(
      cls: serialization.SerializableConstructor<T>,
      config: serialization.ConfigDict,
    ): T {
      // tfjs adds the classes that were passed to it to every layer's config.
      const own = Object.entries(config).filter(([key]) => key !== 'customObjects');
      return new cls(Object.fromEntries(own));
    }
  }
  serialization.registerClass(NamedLayer, PACKAGE);
  return (config) => new NamedLayer(config);
}
