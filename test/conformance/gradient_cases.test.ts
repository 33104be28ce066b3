/** Gradients computed by hand, by every API of tfjs, and calls that are rejected. */
import { gradientCases, secondOrderCases } from './cases/own_gradients.js';
import type { GradientRoute, OpUse, TensorData } from '../support/call.js';
import { isGather } from '../support/call.js';
import { CLOSE, expectTensor } from '../support/compare.js';
import { expectDerivatives } from '../support/derivative_checks.js';
import type { Driver } from '../support/driver.js';
import { casesFor, describeOnEveryBackend } from '../support/drivers.js';
import { toleranceOn } from '../support/precision.js';
import { OPS } from '../support/random_calls.js';
import { named, testRows } from '../support/rows.js';
import { expectError } from '../support/table.js';
import { c64, f32, i32 } from '../support/values.js';

const ROUTES: GradientRoute[] = [
  'grads',
  'single',
  'all',
  'variableGrads',
  'minimize',
  'customGrad',
];

function zerosLike({ shape, values }: TensorData): TensorData {
  return f32(
    shape,
    values.map(() => 0),
  );
}

/** With half floats, infinite values that gradients pass on become NaN. */
function passesThrough({ precision }: Driver, { values }: TensorData): boolean {
  return precision.largest === Infinity || values.every(Number.isFinite);
}

/** A variable that contains NaN is NaN after the step too, which hides the step. */
function holdsNaN({ inputs }: OpUse): boolean {
  return inputs.data.values.includes('NaN');
}

describeOnEveryBackend('gradients by hand', (driver) => {
  const close = toleranceOn(driver.precision, CLOSE);

  // The routes do not depend on the backend.
  describe.each(driver.name === 'cpu' ? ROUTES : ROUTES.slice(0, 1))('by %s', (route) => {
    const cases = gradientCases.filter(
      (each) => passesThrough(driver, each.dy) && (route !== 'minimize' || !holdsNaN(each)),
    );
    testRows('%s', named(cases), async (each) => {
      const { dy, expected, ...use } = each;
      const outputs = await expectDerivatives(driver, use, { kind: 'gradient', dy, route });
      const { indices } = use.inputs;
      const wanted = { ...expected, ...(route === 'all' && { indices: zerosLike(indices) }) };
      expect(Object.keys(outputs).sort()).toEqual(Object.keys(wanted).sort());
      for (const [input, gradient] of Object.entries(wanted)) {
        expectTensor(each, outputs[input], gradient, close);
      }
    });
  });

  testRows('second order: %s', named(secondOrderCases), async (each) => {
    const { expected, dy, vData, vUpdates, ...use } = each;
    const derivative = { kind: 'second', dy, vData, vUpdates } as const;
    const outputs = await expectDerivatives(driver, use, derivative);
    for (const [input, tensor] of Object.entries(expected)) {
      expectTensor(each, outputs[input], tensor, close);
    }
  });
});

const z = c64([2], [1, 2, 3, 4]);
const complexUses = OPS.map((op): OpUse => {
  const indices = i32(op.endsWith('Elements') ? [2] : [2, 1], [1, 0]);
  return { op, inputs: { data: z, indices, ...(!isGather(op) && { updates: z }) } };
});

describeOnEveryBackend('complex64 has no gradient', (driver) => {
  const uses = casesFor<OpUse>(driver, complexUses);
  test(`on ${driver.name}, ${uses.length} ops report it`, async () => {
    expect(uses).toHaveLength(driver.dtypes.includes('complex64') ? complexUses.length : 0);
    for (const use of uses) {
      const derivative = { kind: 'gradient', dy: f32([2], [1, 1]) } as const;
      await expectError(driver, { ...use, kind: 'forward', derivative }, ['complex64', 'gradient']);
    }
  });
});
