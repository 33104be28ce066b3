/**
 * Every case of the shared vector files, on every backend, if CONFORMANCE_VECTORS names their
 * folder. A folder that cannot be read fails the run.
 */
import type { GradientCall, HigherCall } from '../support/call.js';
import {
  CLOSE,
  expectFailure,
  expectResult,
  expectSuccess,
  expectTensor,
} from '../support/compare.js';
import { casesFor, describeOnEveryBackend } from '../support/drivers.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import { forward } from '../support/oracle.js';
import { IN_MEMORY, toleranceOn } from '../support/precision.js';
import { readConformance, readGradients, tensorOf, useOf } from '../support/vectors.js';

const folder = process.env.CONFORMANCE_VECTORS;

function testConformance(path: string): void {
  const { header, cases } = readConformance(path);

  describeWithoutBackend(() => {
    test('the header of conformance.json counts its cases', () => {
      expect(header.count).toBe(295);
      expect(cases).toHaveLength(header.count);
    });

    test.each(cases.map((each) => [each.name, each] as const))('oracle: %s', (_, each) => {
      const use = useOf(each);
      if (each.expected !== undefined) {
        const outcome = {
          outputs: { result: forward(use) },
          inputsUnchanged: true,
          tensorsHeld: 1,
          tensorsLeft: 0,
        };
        expectResult({ ...use, kind: 'forward' }, outcome, tensorOf(each.expected), CLOSE);
      }
    });
  });

  describeOnEveryBackend('conformance vectors', (driver) => {
    const close = toleranceOn(driver.precision, CLOSE);
    const table = casesFor(
      driver,
      cases.map((each) => ({
        ...useOf(each),
        each,
        expected: each.expected && tensorOf(each.expected),
      })),
    );
    let ran = 0;

    const rows = table.map((row) => [row.each.name, row] as const);
    testRows('%s', rows, async (row) => {
      const { each } = row;
      const call = { ...useOf(each), kind: 'forward' } as const;
      const outcome = await driver.run(call);
      ran++;
      if (row.expected === undefined) {
        expectFailure(call, outcome);
      } else {
        expectResult(call, outcome, row.expected, close);
      }
    });

    test('every case that the backend can hold ran', () => {
      expect(ran).toBe(driver.precision === IN_MEMORY ? header.count : table.length);
      expect(ran).toBeGreaterThan(0.85 * header.count);
    });
  });
}

function testGradients(path: string): void {
  const { header, cases } = readGradients(path);

  describeWithoutBackend(() => {
    test('the header of gradients.json counts its cases', () => {
      expect(header.count).toBe(40);
      expect(cases).toHaveLength(header.count);
    });
  });

  describeOnEveryBackend('gradient vectors', (driver) => {
    const close = toleranceOn(driver.precision, CLOSE);
    let ran = 0;

    testRows('%s', named(cases), async (each) => {
      const use = useOf(each);
      const dy = tensorOf(each.dy);
      const forwardCall = { ...use, kind: 'forward' } as const;
      expectResult(forwardCall, await driver.run(forwardCall), tensorOf(each.y), close);

      const call: GradientCall = { ...use, kind: 'gradient', dy };
      const { outputs } = expectSuccess(call, await driver.run(call));
      expectTensor(call, outputs.data, tensorOf(each.d_data), close);
      if (each.d_updates !== undefined) {
        expectTensor(call, outputs.updates, tensorOf(each.d_updates), close);
      }
      if (each.hvp !== undefined) {
        const [vData, vUpdates] = [tensorOf(each.hvp.v_data), tensorOf(each.hvp.v_updates)];
        const second: HigherCall = { ...use, kind: 'second', dy, vData, vUpdates };
        const hessian = expectSuccess(second, await driver.run(second));
        expectTensor(second, hessian.outputs.data, tensorOf(each.hvp.h_data), close);
        expectTensor(second, hessian.outputs.updates, tensorOf(each.hvp.h_updates), close);
      }
      ran++;
    });

    test('all cases ran', () => {
      expect(ran).toBe(header.count);
    });
  });
}

if (folder === undefined) {
  test('no vectors are given: CONFORMANCE_VECTORS is unset', () => {
    expect(process.env).not.toHaveProperty('CONFORMANCE_VECTORS');
  });
} else {
  testConformance(folder);
  testGradients(folder);
}
