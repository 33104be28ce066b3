/** How much this machine can be asked to draw before anyone has chosen. */
import type { BackendName } from '../../shared/backend.js';

/** Renderers that compute on the CPU what a GPU would. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Why this machine starts with little, as the end of a sentence; '' if it need not. */
export function slowBecause(backend: BackendName): string {
  if (backend === 'cpu') return 'there is no GPU to compute on';
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) return 'this browser has no WebGL 2';
  try {
    // Without it nothing can be added up by blending, and a scatter has to be scanned for.
    if (gl.getExtension('EXT_float_blend') === null) return 'this GPU does not blend floats';
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    const name: unknown = gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
    return SOFTWARE.test(String(name)) ? 'this browser draws in software, without a GPU' : '';
  } finally {
    gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
