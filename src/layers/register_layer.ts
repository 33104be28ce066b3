/**
 * Classes of layers that tfjs can save and load, one per op.
 */
import { serialization } from '@tensorflow/tfjs-core';

import { fromConfig } from './config.js';
import { OpLayer } from './op_layer.js';
import type { ConfiguredOp, LayerConfig } from './op_layer.js';

/** The package under which tfjs registers the classes. */
const PACKAGE = 'tfjs-gather-scatter';

/** The prefix of the class names by which tfjs loads layers. They may only have letters and digits. */
const PREFIX = 'TfjsGatherScatter';

/**
 * Registers the layers of an op, and returns the function that creates them. If there are two copies of
 * the package, the second replaces the classes of the first; each can load the other's models.
 */
export function registerLayer(
  name: string,
  configure: (options: object) => ConfiguredOp,
): (config: LayerConfig) => OpLayer {
  const className = `${PREFIX}${name[0].toUpperCase()}${name.slice(1)}`;
  class NamedLayer extends OpLayer {
    static className = className;

    constructor(config: LayerConfig) {
      const { name, trainable, inputShape, batchInputShape, dtype, ...options } = config;
      super(configure(options), { name, trainable, inputShape, batchInputShape, dtype });
    }

    static override fromConfig<T extends serialization.Serializable>(
      cls: serialization.SerializableConstructor<T>,
      config: serialization.ConfigDict,
    ): T {
      return new cls(fromConfig(config));
    }
  }
  serialization.registerClass(NamedLayer, PACKAGE);
  return (config) => new NamedLayer(config);
}
