/** Form elements with labels and notes. A value that a field cannot take changes nothing. */
import type { ComponentChildren, TargetedEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { BACKENDS, missing, type BackendName } from './backends.js';

interface FieldProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** Text beneath the field. */
  hint?: string;
}

interface FrameProps {
  label: string;
  hint?: string;
  /** What is wrong with the value; shown in place of the hint. */
  error?: string;
  kind?: string;
  children: (described: object) => ComponentChildren;
}

/** A label, an input, and the sentence that describes it. */
function Frame({ label, hint, error, kind = '', children }: FrameProps) {
  const id = useId();
  const note = error ?? hint;
  const isWrong = error !== undefined;
  const described = {
    id,
    'aria-describedby': note && `${id}-note`,
    'aria-invalid': isWrong || undefined,
  };
  return (
    <div class={`field ${kind}`}>
      <label for={id}>{label}</label>
      {children(described)}
      {note && (
        <small id={`${id}-note`} class={isWrong ? 'error' : undefined}>
          {note}
        </small>
      )}
    </div>
  );
}

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export function Select<Value extends string>(
  props: FieldProps<Value> & { choices: readonly (Value | Choice<Value>)[] },
) {
  const choices = props.choices.map((choice): Choice<Value> =>
    typeof choice === 'string' ? { value: choice, label: choice } : choice,
  );
  const change = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    props.onChange(choices[currentTarget.selectedIndex].value);
  };
  return (
    <Frame {...props}>
      {(described) => (
        <select {...described} value={props.value} onChange={change}>
          {choices.map(({ label, ...choice }) => (
            <option key={choice.value} {...choice}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** A whole number that is typed. What is none, or out of bounds, is an error and changes nothing. */
export function NumberField(props: FieldProps<number> & { min: number; max: number }) {
  const [typed, setTyped] = useState<{ text: string; error: string }>();
  const { min, max, value, onChange } = props;
  const input = ({ currentTarget: field }: TargetedEvent<HTMLInputElement>) => {
    const isValid = field.validity.valid;
    setTyped(isValid ? undefined : { text: field.value, error: field.validationMessage });
    if (isValid) onChange(field.valueAsNumber);
  };
  const bounds = { min, max, step: 1, required: true };
  return (
    <Frame {...props} error={typed?.error}>
      {(described) => (
        <input
          {...described}
          {...bounds}
          type="number"
          value={typed?.text ?? value}
          onInput={input}
        />
      )}
    </Frame>
  );
}

export function TextField(props: FieldProps<string> & { maxLength: number }) {
  return (
    <Frame {...props}>
      {(described) => (
        <input
          {...described}
          type="text"
          autocomplete="off"
          spellcheck={false}
          maxLength={props.maxLength}
          value={props.value}
          onInput={({ currentTarget }) => {
            props.onChange(currentTarget.value);
          }}
        />
      )}
    </Frame>
  );
}

export function Checkbox(props: FieldProps<boolean>) {
  return (
    <Frame {...props} kind="check">
      {(described) => (
        <input
          {...described}
          type="checkbox"
          checked={props.value}
          onChange={({ currentTarget }) => {
            props.onChange(currentTarget.checked);
          }}
        />
      )}
    </Frame>
  );
}

/** The choice of a backend. One that this browser lacks says why. */
export function BackendField(props: Omit<FieldProps<BackendName>, 'label'>) {
  const choices = BACKENDS.map((value) => {
    const reason = missing.value[value];
    const label = reason === '' ? value : `${value} (${reason})`;
    return { value, label, disabled: reason !== '' };
  });
  return <Select label="Backend" choices={choices} {...props} />;
}
