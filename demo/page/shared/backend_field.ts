/** The choice of a backend; one that this browser lacks is listed as well, and says why. */
import { backendNames, reasonAgainst, type BackendName } from './backend_list.js';
import { select, type Choice, type Field } from './controls.js';

export function backendChoices(): Choice<BackendName>[] {
  return backendNames().map((value) => {
    const reason = reasonAgainst(value);
    return { value, label: reason === '' ? value : `${value}: ${reason}`, disabled: reason !== '' };
  });
}

export function backendField(
  value: BackendName,
  onChange: (name: BackendName) => void | Promise<void>,
): Field<BackendName> {
  const field = select({ label: 'Backend', choices: backendChoices(), value, onChange });
  field.root.classList.add('backend');
  return field;
}
