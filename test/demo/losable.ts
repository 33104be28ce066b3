/** WebGL that a test can take from the workers of the page, as a driver that restarts does. */
import type { Page } from 'puppeteer-core';

/** Messages of tfjs and of the browser about a context that is gone. */
export const LOSS = /CONTEXT_LOST|context lost|[Ww]eb[Gg][Ll]|texture|shader|program|null/;

/** For `before`: all contexts that workers make from here on can be lost. */
export function withLosableGpus(): void {
  const hook = () => {
    const lose = new BroadcastChannel('lose');
    const { prototype } = OffscreenCanvas;
    const original = Reflect.get(prototype, 'getContext') as (...args: unknown[]) => unknown;
    Reflect.set(prototype, 'getContext', function (this: unknown, ...args: unknown[]) {
      const made = Reflect.apply(original, this, args);
      lose.addEventListener('message', () => {
        if (made instanceof WebGL2RenderingContext)
          made.getExtension('WEBGL_lose_context')?.loseContext();
      });
      return made;
    });
  };
  const Original = Worker;
  Reflect.set(
    globalThis,
    'Worker',
    class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        const address = JSON.stringify(new URL(url, location.href).href);
        // The worker makes contexts when it is asked to, which is after all of this has run.
        const script = `import ${address}; (${String(hook)})();`;
        super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })), options);
      }
    },
  );
}

/** Takes the GPU from all workers. */
export const loseGpu = (page: Page) =>
  page.evaluate(() => {
    const channel = new BroadcastChannel('lose');
    channel.postMessage('');
    channel.close();
  });
