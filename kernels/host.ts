/**
 * Kernels that compute on the host for any backend, for those who import no others.
 */
export { hostKernels } from './cpu/host.js';
