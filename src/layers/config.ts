/**
 * Options in the configs of layers. A saved model is JSON, which has no NaN and no infinities: these are
 * words there, in small letters because tfjs changes others.
 */
import type { serialization } from '@tensorflow/tfjs-core';

import type { ConfiguredOp } from './op_layer.js';

const WORDS: Partial<Record<string, number>> = { nan: NaN, inf: Infinity, '-inf': -Infinity };

/** Returns options as a config has them. */
export function toConfig(options: ConfiguredOp['config']): serialization.ConfigDict {
  const entries = Object.entries(options).map(([key, value]): [string, typeof value] => {
    const word = Object.keys(WORDS).find((word) => Object.is(WORDS[word], value));
    return [key, word ?? value];
  });
  return Object.fromEntries(entries);
}

/** Returns the options of a config that tfjs has read. */
export function fromConfig(config: serialization.ConfigDict): serialization.ConfigDict {
  const entries = Object.entries(config)
    // tfjs adds an entry customObjects to every layer's config, for classes passed to its loader.
    .filter(([key]) => key !== 'customObjects')
    .map(([key, value]): [string, typeof value] => {
      const number = key !== 'name' && typeof value === 'string' ? WORDS[value] : undefined;
      return [key, number ?? value];
    });
  return Object.fromEntries(entries);
}
