/**
 * The kernels that compute on the host for any backend. Importing them imports no backend.
 */
export { hostKernels } from './cpu/host.js';
