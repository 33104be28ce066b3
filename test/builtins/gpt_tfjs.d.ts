/** Types for the parts of gpt-tfjs that its test uses. */
declare module 'gpt-tfjs' {
  import type * as tf from '@tensorflow/tfjs';

  type Setting = 'nLayer' | 'nHead' | 'nEmbd' | 'vocabSize' | 'blockSize' | 'dropout';

  interface Training extends Record<'maxIter' | 'batchSize' | 'shuffle' | 'lr', number> {
    callbacks: ((model: unknown, loss: number) => void)[];
  }

  export const model: {
    GPTLMHeadModel: (settings: Record<Setting, number>) => {
      train: (texts: tf.data.Dataset<tf.TensorContainer>, training: Training) => Promise<void>;
    };
  };
}
