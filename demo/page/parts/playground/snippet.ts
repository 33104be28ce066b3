/** A program that makes the call shown, for any project that has the package. */
import { assignOf, OPS, type Call } from './call.js';
import type { Cells } from './cells.js';
import { DEFAULTS } from './presets.js';

/** The program prints the output, and the gradients if there is a `dy`. */
export function snippetOf(call: Call, dy?: Cells): string {
  const { op, data, indices, updates } = call;
  const { scatters } = OPS[op];
  const given = scatters ? 'data, updates' : 'data';
  const assign = assignOf(call);
  const name = assign ?? op;
  const inputs = [assign ? 'variable' : 'data', 'indices', ...(scatters ? ['updates'] : [])];
  const made = `${name}(${[...inputs, ...optionsText(call)].join(', ')})`;
  return [
    `import * as tf from '@tensorflow/tfjs';`,
    `import { ${name} } from 'tfjs-gather-scatter';`,
    '',
    assign
      ? `const variable = tf.variable(${tensor(data, 'float32')});`
      : declaration('data', data, 'float32'),
    declaration('indices', indices, 'int32'),
    ...(scatters ? [declaration('updates', updates, 'float32')] : []),
    '',
    ...(assign ? [`${made};`, `variable.print();`] : [`${made}.print();`]),
    ...(dy
      ? [
          '',
          declaration('dy', dy, 'float32'),
          `const gradients = tf.grads((${given}) => ${made});`,
          `for (const gradient of gradients([${given}], dy)) gradient.print();`,
        ]
      : []),
    '',
  ].join('\n');
}

const tensor = ({ shape, values }: Cells, dtype: string) =>
  `tf.tensor([${values.join(', ')}], [${shape.join(', ')}], '${dtype}')`;

const declaration = (name: string, cells: Cells, dtype: string) =>
  `const ${name} = ${tensor(cells, dtype)};`;

/** The options that differ from the defaults, as an argument; none if all are defaults. */
function optionsText(call: Call): string[] {
  const { option, scatters } = OPS[call.op];
  const common = [option, 'outOfBounds'] as const;
  const names = scatters ? ([...common, 'reduction', 'includeSelf'] as const) : common;
  const given = names
    .filter((name) => call[name] !== DEFAULTS[name])
    .map((name) => `${name}: ${JSON.stringify(call[name]).replaceAll('"', "'")}`);
  return given.length === 0 ? [] : [`{ ${given.join(', ')} }`];
}
