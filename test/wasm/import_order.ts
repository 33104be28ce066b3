/** Tests the state after importing the package and the wasm backend in either order. */
import * as tf from '@tensorflow/tfjs';

const warn = jest.spyOn(console, 'warn');

/** Describes what has been imported so far; `importRest` imports the others. */
export function testImportOrder(importRest: () => Promise<unknown>): void {
  test('there is a kernel of unsortedSegmentSum, and no warning', async () => {
    await importRest();
    const kernels = tf.getKernelsForBackend('wasm').map(({ kernelName }) => kernelName);
    expect(kernels).toContain('UnsortedSegmentSum');
    expect(kernels).toContain('ScatterElements');
    expect(kernels).toContain('TensorScatterUpdate');
    expect(new Set(kernels).size).toBe(kernels.length);
    expect(warn).not.toHaveBeenCalled();
  });
}
