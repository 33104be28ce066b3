/** Types for the parts of gpt-tfjs that its test uses. */
declare module 'gpt-tfjs' {
  import type * as tf from '@tensorflow/tfjs';

  interface Settings {
    nLayer: number;
    nHead: number;
    nEmbd: number;
    vocabSize: number;
    blockSize: number;
    dropout: number;
  }

  interface Training {
    maxIter: number;
    batchSize: number;
    shuffle: number;
    lr: number;
    callbacks: ((model: unknown, loss: number) => void)[];
  }

  export const model: {
    GPTLMHeadModel: (settings: Settings) => {
      train: (texts: tf.data.Dataset<tf.TensorContainer>, training: Training) => Promise<void>;
    };
  };
}
