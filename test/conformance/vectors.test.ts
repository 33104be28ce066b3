/**
 * Every case of the shared vector files, on every backend, if CONFORMANCE_VECTORS names their
 * folder. A folder that cannot be read fails the run.
 */
import { CLOSE, expectTensor } from '../support/compare.js';
import { casesFor, describeOnEveryBackend } from '../support/drivers.js';
import { describeWithoutBackend } from '../support/project.js';
import { named, testRows } from '../support/rows.js';
import { forward } from '../support/oracle.js';
import { IN_MEMORY } from '../support/precision.js';
import { expectError, expectOutputs } from '../support/table.js';
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
        expectTensor({ ...use, kind: 'forward' }, forward(use), tensorOf(each.expected), CLOSE);
      }
    });
  });

  describeOnEveryBackend('conformance vectors', (driver) => {
    const table = casesFor(
      driver,
      cases.map(({ name, expected, ...each }) => ({
        ...useOf(each),
        kind: 'forward' as const,
        name,
        expected: expected && tensorOf(expected),
      })),
    );
    let ran = 0;

    testRows('%s', named(table), async ({ expected, ...call }) => {
      if (expected === undefined) await expectError(driver, call, []);
      else await expectOutputs(driver, call, { result: expected });
      ran++;
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
    let ran = 0;

    testRows('%s', named(cases), async ({ y, d_data, d_updates, hvp, ...each }) => {
      const use = useOf(each);
      const dy = tensorOf(each.dy);
      await expectOutputs(driver, { ...use, kind: 'forward' }, { result: tensorOf(y) });
      const gradients = {
        data: tensorOf(d_data),
        ...(d_updates && { updates: tensorOf(d_updates) }),
      };
      await expectOutputs(driver, { ...use, kind: 'gradient', dy }, gradients);
      if (hvp !== undefined) {
        const [vData, vUpdates] = [tensorOf(hvp.v_data), tensorOf(hvp.v_updates)];
        const second = { ...use, kind: 'second', dy, vData, vUpdates } as const;
        const hessian = { data: tensorOf(hvp.h_data), updates: tensorOf(hvp.h_updates) };
        await expectOutputs(driver, second, hessian);
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
