/**
 * tfjs-gather-scatter/train: optimizers for tables of which a step reads few rows. Importing it registers gradients with
 * tfjs. Import kernels from tfjs-gather-scatter or the entry points of your backends.
 *
 * @module tfjs-gather-scatter/train
 */
import '../register.js';

export * from './sparse_adam.js';
