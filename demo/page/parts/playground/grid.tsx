/** A tensor as a table of cells. The row headers show all dimensions but the last. */
import type { TargetedKeyboardEvent } from 'preact';
import { useState } from 'preact/hooks';
import { coordinatesText, neighbour, parseShape, parseValue, resized } from './cells.js';
import { shapeText, sizeOf, textOf, type Cells } from './cells.js';

interface GridProps extends Cells {
  name: string;
  /** The cells that take part in the current site. */
  lit?: readonly number[];
  /** Without it, the grid is read-only. */
  onEdit?: (cells: Cells) => void;
}

export const cellSelector = (name: string, index: number) => `[data-cell="${name} ${index}"]`;

export function Grid(props: GridProps) {
  const { name, shape, values, onEdit } = props;
  const text = shapeText(shape);
  return (
    <section class={`panel grid ${onEdit ? '' : 'computed'}`} aria-label={name}>
      <header class="row">
        <h3>{name}</h3>
        <span>shape {!onEdit && text}</span>
        {onEdit && (
          <input
            key={text}
            aria-label={`Shape of ${name}`}
            defaultValue={text}
            onChange={({ currentTarget: input }) => {
              const next = parseShape(input.value);
              if (next) onEdit({ shape: next, values: resized(values, next, 0) });
              // A new shape renders a new input.
              input.value = text;
            }}
          />
        )}
      </header>
      <Table {...props} />
    </section>
  );
}

function Table(props: GridProps) {
  const { name, shape, onEdit } = props;
  const columns = shape.at(-1) ?? 1;
  const range = (length: number) => Array.from({ length }, (_, i) => i);
  return (
    // Without inputs to focus, the box itself is focused so that keys can scroll it.
    <div
      class="scroll"
      role="group"
      aria-label={`Values of ${name}`}
      tabIndex={onEdit ? undefined : 0}
    >
      <table>
        <thead>
          <tr>
            {shape.length > 1 && <td />}
            {range(columns).map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {range(sizeOf(shape) / columns).map((row) => (
            <tr>
              {shape.length > 1 && (
                <th scope="row">{coordinatesText(shape.slice(0, -1), row).slice(1, -1)}</th>
              )}
              {range(columns).map((column) => (
                <Cell {...props} index={row * columns + column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ name, shape, values, lit, onEdit, index }: GridProps & { index: number }) {
  // The text may not be a number while it is typed. Leaving the cell shows its value again.
  const [draft, setDraft] = useState<string>();
  const text = textOf(values[index]);
  return (
    <td data-cell={`${name} ${index}`} class={lit?.includes(index) ? 'lit' : undefined}>
      {onEdit ? (
        <input
          autocomplete="off"
          aria-label={`${name} ${coordinatesText(shape, index)}`}
          aria-invalid={draft !== undefined && parseValue(draft) === undefined}
          // Tab stops once per grid. Arrow keys move between its cells.
          tabIndex={index === 0 ? 0 : -1}
          value={draft ?? text}
          onKeyDown={(event) => {
            goTo(name, neighbour(shape, index, event.key), event);
          }}
          onInput={({ currentTarget }) => {
            setDraft(currentTarget.value);
            const value = parseValue(currentTarget.value);
            if (value !== undefined)
              onEdit({ shape, values: values.map((old, i) => (i === index ? value : old)) });
          }}
          onBlur={() => {
            setDraft(undefined);
          }}
        />
      ) : (
        text
      )}
    </td>
  );
}

function goTo(name: string, index: number | undefined, event: TargetedKeyboardEvent<HTMLElement>) {
  if (index === undefined) return;
  event.preventDefault();
  const table = event.currentTarget.closest('table');
  const input = table?.querySelector<HTMLInputElement>(`${cellSelector(name, index)} input`);
  input?.focus();
  input?.select();
}
