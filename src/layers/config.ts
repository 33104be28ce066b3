/**
 * Options in the configs of layers. A saved model is JSON, which has no NaN or Infinity, so these are saved
 * as words, in lower case because tfjs changes upper case.
 */
import type { serialization } from '@tensorflow/tfjs-core';

const WORDS: Partial<Record<string, number>> = { nan: NaN, inf: Infinity, '-inf': -Infinity };

export function toConfig(options: serialization.ConfigDict): serialization.ConfigDict {
  const entries = Object.entries(options).map(([key, value]): [string, typeof value] => {
    const word = Object.keys(WORDS).find((word) => Object.is(WORDS[word], value));
    return [key, word ?? value];
  });
  return Object.fromEntries(entries);
}

export function fromConfig(config: serialization.ConfigDict): serialization.ConfigDict {
  const entries = Object.entries(config)
    // tfjs adds customObjects to every layer's config, for classes that are passed to its loader.
    .filter(([key]) => key !== 'customObjects')
    .map(([key, value]): [string, typeof value] => {
      const number = key !== 'name' && typeof value === 'string' ? WORDS[value] : undefined;
      return [key, number ?? value];
    });
  return Object.fromEntries(entries);
}
