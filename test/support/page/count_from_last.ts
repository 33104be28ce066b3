/** Sorting on webgpu must not depend on the order in which threads run. */
import type { WebGPUProgram } from '@tensorflow/tfjs-backend-webgpu';

/** The part of tfjs' webgpu backend that starts programs. */
interface Programs {
  runWebGPUProgram: (program: WebGPUProgram, ...more: never[]) => unknown;
}

/** Lets the thread of the last site count first, until the returned function is called. */
export function countFromLast(backend: Programs): () => void {
  const run = backend.runWebGPUProgram;
  backend.runWebGPUProgram = (program, ...more) => {
    if (program.shaderKey.includes('SortCount')) {
      const code = program.getUserCode();
      const reversed = code.replace(
        'thread(i);',
        'thread(select(i, uniforms.threads - 1 - i, i < uniforms.threads));',
      );
      if (reversed === code) throw new Error('The code of SortCount calls no `thread(i);`.');
      Object.assign(program, {
        shaderKey: `${program.shaderKey} from the last`,
        getUserCode: () => reversed,
      });
    }
    return run.call(backend, program, ...more);
  };
  return () => {
    Reflect.deleteProperty(backend, 'runWebGPUProgram');
  };
}
