/**
 * Vertex arrays for both versions of WebGL. tfjs has methods for them, but not in 4.0.
 */
export interface VertexArrays {
  create(): WebGLVertexArrayObject | null;
  /** Binds an array, or with null the default one, which tfjs 4.0 draws with. */
  bind(array: WebGLVertexArrayObject | null): void;
  remove(array: WebGLVertexArrayObject | null): void;
}

export function vertexArraysOf(gl: WebGLRenderingContext | WebGL2RenderingContext): VertexArrays {
  if ('createVertexArray' in gl) {
    return {
      create: () => gl.createVertexArray(),
      bind(array) {
        gl.bindVertexArray(array);
      },
      remove(array) {
        gl.deleteVertexArray(array);
      },
    };
  }
  const extension = gl.getExtension('OES_vertex_array_object');
  if (!extension) throw new Error('The WebGL context lacks the extension OES_vertex_array_object.');
  return {
    create: () => extension.createVertexArrayOES(),
    bind(array) {
      extension.bindVertexArrayOES(array);
    },
    remove(array) {
      extension.deleteVertexArrayOES(array);
    },
  };
}
