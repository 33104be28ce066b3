/** The benchmark of this machine. Stock tfjs and the package take turns, and losses are shown too. */
import { useEffect } from 'preact/hooks';
import { hashOf } from '../../shared/address.js';
import { available, choose, type BackendName } from '../../shared/backends.js';
import { CopyButton } from '../../shared/code.js';
import { BackendField, Select } from '../../shared/fields.js';
import { thousands, timeText } from '../../shared/numbers.js';
import type { Part } from '../../shell/parts.js';
import { COMPARISON_IDS, COMPARISONS, SIZE_NAMES } from './comparisons.js';
import {
  outcomeOf,
  samenessOf,
  verdictOf,
  type Report,
  type Result,
  type Times,
} from './result.js';
import { cancel, progress, start, state } from './run.js';
import './style.css';

function View() {
  const { size, results } = state.value;
  const backend = choose(state.value.backend);
  const doing = progress.value;
  // Changing a choice ends the run.
  useEffect(() => cancel, [backend, size]);
  return (
    <div class="part machine">
      <div class="row">
        <BackendField value={backend} onChange={state.change('backend')} />
        <Select label="Size" value={size} choices={SIZE_NAMES} onChange={state.change('size')} />
        <button
          type="button"
          class="primary"
          onClick={() => {
            if (doing) cancel();
            else start([backend]);
          }}
        >
          {doing ? 'Cancel' : `Run on ${backend}`}
        </button>
        <button
          type="button"
          aria-disabled={doing !== undefined}
          onClick={() => {
            if (!doing) start(available());
          }}
        >
          Run on all
        </button>
      </div>
      {doing && (
        <p class="row">
          <progress aria-label="Progress of the benchmark" value={doing.share} /> {doing.text} …
        </p>
      )}
      {results && !doing && <Source report={results} />}
      {results?.backends.map((name) => (
        <ResultTable key={name} backend={name} results={results.results} />
      ))}
    </div>
  );
}

/** Where and when the results were measured, whether they are complete, and a link to them. */
function Source({ report: { when, browser, backends, results } }: { report: Report }) {
  const date = new Date(when).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  const total = backends.length * COMPARISON_IDS.length;
  const isPart = results.length < total;
  return (
    <div class="row">
      <p>
        Measured in {browser} on {date}.{' '}
        {isPart && <b>{`Incomplete: ${results.length} of ${total} computations.`}</b>}
      </p>
      <CopyButton label="Copy a link" text={new URL(hashOf('machine'), location.href).href} />
    </div>
  );
}

const COLUMNS = ['Computation', 'This package', 'Its time', 'tfjs’ time', 'Same result', 'Indices'];

function ResultTable({ backend, results }: { backend: BackendName; results: readonly Result[] }) {
  const own = results.filter((result) => result.backend === backend);
  if (own.length === 0) return null;
  return (
    <div class="panel">
      <p>
        <b>{backend}</b>: {verdictOf(own)}.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Results on ${backend}`}>
        <table>
          <thead>
            <tr>
              {COLUMNS.map((title) => (
                <th scope="col" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {own.map((result) => (
              <Row key={result.id} result={result} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Row({ result }: { result: Result }) {
  const { id, ours, stock, size, error } = result;
  const [title, op] = COMPARISONS[id];
  const { text, winner } = outcomeOf(result);
  return (
    <tr>
      <th scope="row">
        {title} <small>{op}</small>
      </th>
      <td>
        <b class={winner}>{text}</b> <small>{error}</small>
      </td>
      <td class="count">{timeOf(ours)}</td>
      <td class="count">{timeOf(stock)}</td>
      <td>{samenessOf(result)}</td>
      <td class="count">{thousands(size)}</td>
    </tr>
  );
}

const timeOf = (times: Times) => (times ? timeText(times[1]) : 'fails');

export const part: Part = {
  title: 'Your machine',
  summary:
    'Run seven computations with stock tfjs and with this package. The two take turns, and the table ' +
    'shows the median of 9 samples. A row uses fewer indices if your size would take too long.',
  View,
};
