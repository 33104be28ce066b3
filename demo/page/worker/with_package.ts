/** The services that import the package, in one file, which compresses better than two. */
export * as playground from '../parts/playground/service.js';
export * as splatting from '../parts/splatting/service.js';
