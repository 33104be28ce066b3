/** Fused products and their gradients allocate no textures or buffers of edges × features. */
import { describeInPage, ON_GPU, WEBGPU } from '../support/page/describe.js';
import { MESSAGES, PRODUCTS } from '../support/sparse_training.js';

describe.each([
  ['textures', { flags: ON_GPU }],
  ['buffers', WEBGPU],
])('%s', (_, opening) => {
  describeInPage('of fused products', opening, (page) => {
    test.each(PRODUCTS)('%s', async (product) => {
      const sizes = await page().evaluate((globals) => {
        const { tf, sparse, prepare, context, webgpu, argument: product } = globals;
        const run = prepare(tf, sparse, product);
        const sizes: number[] = [];
        if (tf.getBackend() === 'webgpu') {
          const { device } = webgpu();
          const createBuffer = device.createBuffer.bind(device);
          device.createBuffer = (descriptor) => {
            sizes.push(descriptor.size);
            return createBuffer(descriptor);
          };
          run();
          Reflect.deleteProperty(device, 'createBuffer');
        } else {
          const gl = context() as WebGL2RenderingContext;
          const texStorage2D = gl.texStorage2D.bind(gl);
          // tfjs makes all of its WebGL 2 textures with this, with one channel or four.
          gl.texStorage2D = (target, levels, format, width, height) => {
            sizes.push(width * height * (format === gl.R32F ? 4 : 16));
            texStorage2D(target, levels, format, width, height);
          };
          run();
          Reflect.deleteProperty(gl, 'texStorage2D');
        }
        return sizes;
      }, product);
      expect(sizes.length).toBeGreaterThan(0);
      expect(Math.max(...sizes)).toBeLessThan(MESSAGES / 2);
    });
  });
});
