/** Form elements with real labels, hints and errors. A value that a field cannot take changes nothing. */
import type { ComponentChildren, TargetedEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { BACKENDS, missing, type BackendName } from './backends.js';

interface FieldProps<Value> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** Text beneath the field: its effect, or the values that it takes. */
  hint?: string;
  /** A sentence about a value that fits this field and nothing else. */
  error?: string;
  disabled?: boolean;
}

interface Described {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

interface FrameProps {
  label: string;
  hint?: string;
  error?: string;
  kind?: string;
  children: (described: Described) => ComponentChildren;
}

/** A label, an input, and the sentences that describe it. */
function Frame({ label, hint, error, kind = '', children }: FrameProps) {
  const id = useId();
  const isWrong = error !== undefined && error !== '';
  const note = isWrong ? error : hint;
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
        <select {...described} value={props.value} disabled={props.disabled} onChange={change}>
          {choices.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

interface Bounds {
  min?: number;
  max?: number;
  /** Default: whole numbers. */
  step?: number | 'any';
}

/** A number that is typed. What is none, or out of bounds, is an error and changes nothing. */
export function NumberField(props: FieldProps<number> & Bounds) {
  const [typed, setTyped] = useState<{ text: string; error: string }>();
  const input = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
    const { value, valueAsNumber, validity, validationMessage } = currentTarget;
    setTyped(validity.valid ? undefined : { text: value, error: validationMessage });
    if (validity.valid) props.onChange(valueAsNumber);
  };
  const { min, max, step = 1 } = props;
  return (
    <Frame {...props} error={typed?.error ?? props.error}>
      {(described) => (
        <input
          {...described}
          type="number"
          required
          min={min}
          max={max}
          step={step}
          value={typed?.text ?? props.value}
          disabled={props.disabled}
          onInput={input}
        />
      )}
    </Frame>
  );
}

/** A number that is dragged; `show` says it beside the slider. */
export function Slider(
  props: FieldProps<number> & Required<Bounds> & { show?: (value: number) => string },
) {
  const { min, max, step, value, disabled, show = String } = props;
  return (
    <Frame {...props}>
      {(described) => (
        <span class="slider">
          <input
            {...described}
            type="range"
            min={min}
            max={max}
            step={step}
            value={value}
            disabled={disabled}
            aria-valuetext={show(value)}
            onInput={({ currentTarget }) => {
              props.onChange(currentTarget.valueAsNumber);
            }}
          />
          <output>{show(value)}</output>
        </span>
      )}
    </Frame>
  );
}

export function TextField(props: FieldProps<string> & { maxLength?: number }) {
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
          disabled={props.disabled}
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
          disabled={props.disabled}
          onChange={({ currentTarget }) => {
            props.onChange(currentTarget.checked);
          }}
        />
      )}
    </Frame>
  );
}

/** The choice of a backend; those that this browser lacks say why. */
export function BackendField(props: Omit<FieldProps<BackendName>, 'label'>) {
  const choices = BACKENDS.map((value) => {
    const reason = missing.value[value];
    return {
      value,
      label: reason === '' ? value : `${value} (${reason})`,
      disabled: reason !== '',
    };
  });
  return <Select label="Backend" choices={choices} {...props} />;
}
