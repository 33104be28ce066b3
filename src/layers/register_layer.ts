/**
 * Classes of layers that tfjs can save and load, one per op.
 */
import { serialization } from '@tensorflow/tfjs-core';

import { checkPlainObject } from '../../kernels/contract/plain_object.js';
import { fromConfig } from './config.js';
import { type ConfiguredOp, type LayerConfig, OpLayer } from './op_layer.js';

/**
 * Registers the layers of an op, and returns the function that creates them. `likelyOption` is the option
 * to suggest if the config is not an object. If there are two copies of the package, the second replaces
 * the classes of the first; each can load the other's models.
 */
export function registerLayer(
  caller: string,
  likelyOption: string,
  configure: (options: object) => ConfiguredOp,
): (config: LayerConfig) => OpLayer {
  class NamedLayer extends OpLayer {
    /** The name by which tfjs loads the layer. It may only have letters and digits. */
    static className = `TfjsGatherScatter${caller[0].toUpperCase()}${caller.slice(1)}`;

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
  serialization.registerClass(NamedLayer, 'tfjs-gather-scatter');
  return (config) => {
    checkPlainObject(caller, 'config', config, [likelyOption]);
    return new NamedLayer(config);
  };
}
