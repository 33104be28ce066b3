/**
 * The kernels that were imported, and the backends they are registered for, for all entry points; errors say which entry
 * point is missing. And the tfjs kernels that are made from a backend's kernels.
 */
import type {
  KernelConfig,
  NamedAttrMap,
  NamedTensorInfoMap,
  TensorInfo,
} from '@tensorflow/tfjs-core';

import { invalidOption, isOneOf, named, oneOf, show, wrong } from '../call/errors.js';
import { planDot, planProduct } from '../call/fused.js';
import { perSlice } from '../call/geometry.js';
import { COMBINE, DOT, inputNames, OPS } from '../call/ops.js';
import {
  checkDirectCall,
  gatherPlan,
  givenUp,
  hasNoValues,
  type Plan,
  planCall,
  planChange,
  type ScatterPlan,
} from '../call/plan.js';
import { type End, plainRead } from '../call/reads.js';
import { TENSOR_SCATTER } from '../call/tensor_scatter.js';
import { shared } from '../tfjs/copies.js';
import {
  type AnyBackend,
  asAnyBackend,
  engine,
  env,
  findKernel,
  registerKernel,
} from '../tfjs/seam.js';
import type { BackendKernels } from './backend_kernels.js';
import { composeKernels } from './compose_kernels.js';
import { CHECK_INDICES } from './flags.js';
import { planTensorScatter } from './tensor_scatter.js';

const PACKAGE = 'tfjs-gather-scatter';

/** The backends with their own kernels and entry point. */
export const KINDS = ['cpu', 'webgl', 'wasm', 'webgpu'] as const;

type Kind = (typeof KINDS)[number];

/** The kinds of backends that packages of tfjs register under a second name: React Native's. */
const SECOND_NAMES = new Map<string, Kind>([['rn-webgl', 'webgl']]);

/** The names of backends with their own kernels. */
export const BACKENDS: readonly string[] = [...KINDS, ...SECOND_NAMES.keys()];

/** Returns the kind of a backend; undefined if only the host has kernels for it. */
function kindOf(backendName: string): Kind | undefined {
  return isOneOf(backendName, KINDS) ? backendName : SECOND_NAMES.get(backendName);
}

/** Makes the error for a call on a backend whose kernels are not imported. */
export function noKernels(backendName: string): Error {
  return wrong(
    `the backend ${show(backendName)} has no kernels from this package`,
    `import '${entryOf(kindOf(backendName) ?? 'cpu')}' for this backend, or import '${PACKAGE}' for all backends`,
  );
}

/** Returns the entry point that registers the kernels of a kind. */
function entryOf(kind: Kind): string {
  return `${PACKAGE}/backend-${kind}`;
}

// All entry points import this file.
env().registerFlag(CHECK_INDICES, () => false);

/** What kernels are made for: a kind of backend; others; or others, with kernels for tfjs' own ops. */
type Purpose = Kind | 'others' | 'others and builtins';

const { imported, served } = shared('kernels', () => ({
  imported: new Map<Purpose, BackendKernels>(),
  /** The kernels registered for each backend. */
  served: new Map<string, BackendKernels>(),
}));

function importedFor(kind: Kind | undefined): BackendKernels | undefined {
  if (kind) return imported.get(kind);
  return imported.get('others and builtins') ?? imported.get('others');
}

/**
 * Adds a backend's kernels and registers them with tfjs; those for others wait for a backend. If another copy of the
 * package has added its own, they stay.
 */
export function provideKernels(purpose: Purpose, kernels: BackendKernels): void {
  if (imported.has(purpose)) return;
  imported.set(purpose, kernels);
  if (isOneOf(purpose, KINDS)) serve(purpose, served.get(purpose) ?? kernels);
}

/** Makes sure that a backend has the kernels imported for it, and returns them; undefined if there are none. */
export function ensureKernels(backendName: string): BackendKernels | undefined {
  const kernels = served.get(backendName) ?? importedFor(kindOf(backendName));
  if (kernels && !served.has(backendName)) serve(backendName, kernels);
  return kernels;
}

/** Returns the kind of kernels that a backend has; its name if they are those for any backend. */
export function kindServed(backendName: string): string {
  const kernels = ensureKernels(backendName);
  return KINDS.find((kind) => kernels && imported.get(kind) === kernels) ?? backendName;
}

/** Registers kernels for a backend: those of a kind, or for a name that is none, those for others. */
export function serveAs(backendName: string, kind: string): void {
  const before = served.get(backendName);
  const kernels = before && kind === backendName ? before : kernelsFor(backendName, kind);
  if (before && kernels !== before) {
    const found = `kind is ${show(kind)}, but the backend ${show(backendName)} already has other kernels`;
    const first = kindOf(backendName) ? '' : ': call registerKernels before the first op there';
    throw wrong(found, 'a backend without kernels' + first);
  }
  serve(backendName, kernels);
}

function kernelsFor(backendName: string, kind: string): BackendKernels {
  const known = kindOf(kind);
  if (known) {
    const kernels = importedFor(known);
    if (kernels) return kernels;
    const found = `kind is ${show(known)}, whose kernels are not imported`;
    throw wrong(found, `import '${entryOf(known)}' before the call, or import '${PACKAGE}'`);
  }
  if (kind !== backendName) throw invalidOption('kind', kind, oneOf(KINDS));
  const { registryFactory } = engine();
  if (backendName in registryFactory) {
    const kernels = importedFor(undefined);
    if (kernels) return kernels;
    throw noKernels(backendName);
  }
  const others = 'register another one with tf.registerBackend before the call';
  const expected = `a backend that tfjs has: ${oneOf(Object.keys(registryFactory))}; ${others}`;
  throw invalidOption('backendName', backendName, expected);
}

/** Registers kernels for a backend: the package's, and those of tfjs' own ops that it lacks. */
export function serve(backendName: string, kernels: BackendKernels): void {
  served.set(backendName, kernels);
  const missing = kernels.missingKernels?.(backendName) ?? [];
  for (const config of [...kernelConfigs(backendName, kernels), ...missing]) {
    // tfjs warns about a second registration, so the first stays, even if another copy of this package
    // made it.
    if (!findKernel(config.kernelName, backendName)) registerKernel(config);
  }
}

/** The name in errors, and what checks a call. */
type Row = readonly [
  name: string,
  plan: (
    inputs: NamedTensorInfoMap,
    attrs: NamedAttrMap | undefined,
    kernels: BackendKernels,
    backend: AnyBackend,
  ) => Plan,
];

/** What Combine plans, by its attribute `op`. */
const COMBINED: Record<string, Row> = {
  Product: ['gatherSegment', planProduct],
  Change: ['change', planChange],
};

/** The kernels: those of ONNX's names for direct calls, and the private ones. */
const KERNELS: Record<string, (op: unknown) => Row> = {
  [COMBINE]: (op) => COMBINED[String(op)],
  [DOT]: () => ['sampledDot', planDot],
  [TENSOR_SCATTER.kernelName]: () => [TENSOR_SCATTER.name, planTensorScatter],
};

for (const op of Object.values(OPS)) {
  const { name, kernelName } = op;
  COMBINED[kernelName] = [name, (inputs, attrs) => planCall(op, inputs, attrs)];
  const direct: Row = [
    name,
    (inputs, attrs) => {
      checkDirectCall(inputNames(op), op.options, inputs, attrs);
      return planCall(op, inputs, attrs);
    },
  ];
  KERNELS[kernelName] = () => direct;
}

/** Makes the kernels of a backend. Each names the errors of a direct call. */
function kernelConfigs(backendName: string, kernels: BackendKernels): KernelConfig[] {
  return Object.entries(KERNELS).map(([kernelName, rowOf]) => ({
    kernelName,
    backendName,
    setupFunc: (backend) => kernels.setUp?.(asAnyBackend(backend)),
    disposeFunc: (backend) => kernels.dispose?.(asAnyBackend(backend)),
    kernelFunc({ inputs, attrs, backend: untyped }) {
      const [name, plan] = rowOf(attrs?.op);
      const backend = asAnyBackend(untyped);
      return named(name, () =>
        runPlan(plan(inputs, attrs, kernels, backend), backendName, backend, kernels),
      );
    },
  }));
}

/** Runs a call. Of complex64, the real and the imaginary parts run as two float32 calls. */
function runPlan(
  plan: Plan,
  backendName: string,
  backend: AnyBackend,
  kernels: BackendKernels,
): TensorInfo {
  if (plan.kind === 'dot') return kernels.run(plan, backend);
  if (plan.dtype !== 'complex64') {
    return plan.target && plan.averages
      ? mean(plan, backendName, backend, kernels)
      : kernels.run(plan, backend);
  }
  return composeKernels(backendName, backend, ({ runKernel, freeAtEnd }) => {
    const part = (name: 'Real' | 'Imag'): TensorInfo => {
      const of = <E extends { tensor: TensorInfo | null }>(end: E): E =>
        end.tensor ? { ...end, tensor: runKernel(name, { input: end.tensor }) } : end;
      const end: End = of(plan.read.end);
      if (end.geometry && name === 'Imag') end.fill = 0;
      const parts = { dtype: 'float32', read: plainRead(end), start: of(plan.start) } as const;
      return freeAtEnd(kernels.run({ ...plan, ...parts }, backend));
    };
    return runKernel('Complex', { real: part('Real'), imag: part('Imag') });
  });
}

/**
 * Computes a mean from other kernels: a sum, a count of the sites of each slice, and one division. Places without
 * updates keep what the call starts from.
 */
function mean(
  plan: ScatterPlan,
  backendName: string,
  backend: AnyBackend,
  kernels: BackendKernels,
): TensorInfo {
  const { target, start, shape, siteCount } = plan;
  const includesStart = plan.identity === null;
  const sum: ScatterPlan = { ...plan, averages: false };
  // A sum may start from its identity, which takes no place of its own.
  if (start.value === 0) sum.identity = null;
  if (hasNoValues(plan)) return kernels.run(sum, backend);
  const slices = target.geometry.dataSize / plan.sliceSize;
  return composeKernels(backendName, backend, ({ freeAtEnd }) => {
    const sums = freeAtEnd(kernels.run(sum, backend));
    const count: ScatterPlan = {
      ...sum,
      identity: null,
      start: { tensor: null, value: includesStart ? 1 : 0 },
      read: plainRead({ tensor: null, geometry: null, value: 1 }),
      target: { ...target, geometry: perSlice(target.geometry) },
      shape: [slices],
      dtype: 'int32',
      valuesShape: [siteCount],
      sliceSize: 1,
    };
    const over = { numbers: freeAtEnd(kernels.run(count, backend)), per: 'slice' } as const;
    const read = { ...plainRead({ tensor: sums, geometry: null, value: null }), by: { over } };
    // Not viewed as another shape later: tfjs-node keeps the shape of what was written.
    const division = gatherPlan(read, givenUp(sums), shape, plan.dtype, slices, plan.sliceSize);
    return kernels.run(division, backend);
  });
}
