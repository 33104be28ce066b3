/**
 * Classes of layers that tfjs can save and load, one for each op.
 */
import { serialization } from '@tensorflow/tfjs-core';

import { fromConfig } from './config.js';
import { OpLayer } from './op_layer.js';
import type { ConfiguredOp, LayerConfig } from './op_layer.js';

/** The package under which tfjs registers the classes. */
const PACKAGE = 'tfjs-gather-scatter';

/** The prefix of the class names, letters and digits alone, by which tfjs loads layers. */
const PREFIX = 'TfjsGatherScatter';

/**
 * Registers the layers of an op, and returns the function that makes them. A second copy of the
 * package replaces the first one's classes by its own; each loads the models that the other saved.
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
