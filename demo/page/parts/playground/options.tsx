/** The op with its examples, and the options of the call. */
import { choose } from '../../shared/backends.js';
import { BackendField, Checkbox, NumberField, Select } from '../../shared/fields.js';
import { assignOf, BOUNDS, changed, OPS, OP_NAMES, REDUCTION_NAMES, type OpName } from './call.js';
import { presetLike, presetsOf } from './presets.js';
import type { StageProps } from './stage.js';
import { address, type State } from './state.js';

const OWN = 'Your own call';

export function Examples({ state, player }: StageProps) {
  const presets = presetsOf(state.op);
  const labels = presets.map(({ label }) => label);
  const label = presetLike(state)?.label ?? OWN;
  const chooseOp = (op: OpName) => {
    const isAlike = OPS[op].option === OPS[state.op].option;
    address.set(isAlike ? changed(state, { op }) : presetsOf(op)[0].call);
  };
  const chooseExample = (chosen: string) => {
    player.goTo(0);
    address.set(presets.find(({ label }) => label === chosen)?.call ?? {});
  };
  const examples = label === OWN ? [OWN, ...labels] : labels;
  return (
    <div class="row examples">
      <Select label="Op" value={state.op} choices={OP_NAMES} onChange={chooseOp} />
      <Select label="Example" value={label} choices={examples} onChange={chooseExample} />
    </div>
  );
}

export function Options({ state }: { state: State }) {
  const { option, scatters, inPlace } = OPS[state.op];
  const bind = <Name extends keyof State>(name: Name) => ({
    label: name,
    value: state[name],
    onChange: (value: State[Name]) => {
      const change: Partial<State> = {};
      change[name] = value;
      address.set(changed(state, change));
    },
  });
  return (
    <fieldset>
      <legend>Options</legend>
      <NumberField {...bind(option)} min={-9} max={9} />
      {scatters && <Select {...bind('reduction')} choices={REDUCTION_NAMES} />}
      <Select {...bind('outOfBounds')} choices={BOUNDS} />
      {scatters && <Checkbox {...bind('includeSelf')} />}
      {inPlace && <Checkbox {...bind('inPlace')} label="In place" />}
      {!assignOf(state) && <Checkbox {...bind('gradients')} label="Gradients" />}
      <BackendField value={choose(state.backend)} onChange={bind('backend').onChange} />
    </fieldset>
  );
}
