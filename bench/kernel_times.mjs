/** Times the kernels of the wasm backend by wrapping them, and tells tfjs' own from this package's. */
import { median } from 'simple-statistics';

/**
 * Wraps tfjs' own kernels. The function that it returns, to be called after `accelerateBuiltins`, wraps all kernels again, so
 * that what a kernel of this package leaves to tfjs' own counts as tfjs'.
 */
export function wrapKernels(tf) {
  const running = [];
  const steps = [];
  const wrapped = new Set();
  let kernels = {};

  /** Adds the time of a call, without that of the kernels which it calls, under a name and an owner. */
  const timed = (name, owner, kernelFunc) => (args) => {
    const inner = { ms: 0 };
    running.push(inner);
    const start = performance.now();
    try {
      return kernelFunc(args);
    } finally {
      const ms = performance.now() - start;
      running.pop();
      const outer = running.at(-1);
      if (outer) outer.ms += ms;
      const entry = (kernels[`${name}, ${owner}`] ??= { name, owner, ms: 0, calls: 0 });
      entry.ms += ms - inner.ms;
      entry.calls += 1;
    }
  };
  /** Wraps all kernels but those that are wrapped. */
  const wrapAll = (ownerOf) => {
    for (const config of tf.getKernelsForBackend('wasm')) {
      const { kernelName, backendName } = config;
      if (wrapped.has(config.kernelFunc)) continue;
      const kernelFunc = timed(kernelName, ownerOf(kernelName), config.kernelFunc);
      wrapped.add(kernelFunc);
      tf.unregisterKernel(kernelName, backendName);
      tf.registerKernel({ ...config, kernelFunc });
    }
  };

  wrapAll((name) => (name.includes('@') ? 'package' : 'tfjs'));
  return () => {
    wrapAll(() => 'package');
    return {
      measure(step) {
        kernels = {};
        const start = performance.now();
        step();
        steps.push({ ms: performance.now() - start, kernels });
      },
      /** The median time of a step, and of each kernel in it: garbage is collected in some kernel of some steps. Forgets all. */
      take() {
        const all = steps.splice(0);
        const ofKernel = ([key, { name, owner, calls }]) => {
          const ms = median(all.map(({ kernels }) => kernels[key]?.ms ?? 0));
          return { name, owner, calls, ms };
        };
        const { kernels } = all[0];
        return {
          ms: median(all.map(({ ms }) => ms)),
          kernels: Object.entries(kernels).map(ofKernel),
        };
      },
    };
  };
}
