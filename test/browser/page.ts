/** What runs in the page: the same `execute` as in Node, on the webgl backend. */
import * as tf from '@tensorflow/tfjs';
import { MathBackendWebGL } from '@tensorflow/tfjs-backend-webgl';
import { programCount } from '../../kernels/webgl/context.js';
import * as ops from '../../src/index.js';
import type { BuiltinOutcome } from '../builtins/call.js';
import { executeBuiltin } from '../builtins/execute.js';
import * as segments from '../../src/segment/index.js';
import type { Outcome } from '../support/call.js';
import { execute } from '../support/execute.js';
import type { PageGlobals } from './api.js';

const globals: PageGlobals = {
  async start(flags) {
    tf.env().set('IS_TEST', true);
    for (const [name, value] of Object.entries(flags)) {
      if (value !== undefined) tf.env().set(name, value);
    }
    await tf.setBackend('webgl');
    return {
      backend: tf.getBackend(),
      version: tf.env().getNumber('WEBGL_VERSION'),
      halfFloat: !tf.env().getBool('WEBGL_RENDER_FLOAT32_ENABLED'),
    };
  },
  async run(calls) {
    const outcomes: Outcome[] = [];
    for (const call of calls) outcomes.push(await execute(call));
    return outcomes;
  },
  async runBuiltins(calls) {
    const outcomes: BuiltinOutcome[] = [];
    for (const call of calls) outcomes.push(await executeBuiltin(call));
    return outcomes;
  },
  tf,
  ops,
  segments,
  MathBackendWebGL,
  backend: currentBackend,
  context: () => currentBackend().gpgpu.gl,
  async onBoth(run) {
    const found = await run('webgl');
    await tf.setBackend('cpu');
    const expected = await run('cpu');
    await tf.setBackend('webgl');
    return [found, expected];
  },
  programCount: () => programCount(currentBackend()),
  count(target, method) {
    const original = target[method];
    if (typeof original !== 'function') throw new Error(`${String(method)} is no method`);
    const counter = {
      calls: 0,
      stop() {
        target[method] = original;
      },
    };
    Object.defineProperty(target, method, {
      configurable: true,
      writable: true,
      value(...args: unknown[]): unknown {
        counter.calls++;
        return Reflect.apply(original, this, args);
      },
    });
    return counter;
  },
};

function currentBackend(): MathBackendWebGL {
  const backend = tf.backend();
  if (backend instanceof MathBackendWebGL) return backend;
  throw new Error('the current backend is not webgl');
}

Object.assign(globalThis, globals);
