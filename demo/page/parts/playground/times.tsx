/** The time of the call in place beside that of a copy, with as much data as the visitor chooses. */
import { Select } from '../../shared/fields.js';
import { compareQuartiles, thousands, timeText } from '../../shared/numbers.js';
import { useComparison } from './answers.js';
import type { Comparison } from './service.js';
import { address, SIZES, type State } from './state.js';

const CHOICES = SIZES.map((value) => ({ value, label: `${thousands(Number(value))} values` }));

/** @param state - A state whose call succeeds. */
export function Times({ state }: { state: State }) {
  const { size } = address.signal.value;
  const comparison = useComparison({ ...state, size });
  return (
    <section class="panel row" aria-label="Times">
      <Select
        label="Time with data of"
        value={size}
        choices={CHOICES}
        onChange={address.change('size')}
      />
      <p class="count" aria-live="polite">
        {comparison ? <Result {...comparison} /> : 'Measuring …'}
      </p>
    </section>
  );
}

function Result({ inPlace, copy, isSame }: Comparison) {
  const sameness = isSame ? 'with the same result' : 'but the results differ';
  return (
    <>
      In place: <b class="ours">{timeText(inPlace[1])}</b>. Copy: <b>{timeText(copy[1])}</b>.{' '}
      {compareQuartiles(copy, inPlace).text}, {sameness}.
    </>
  );
}
