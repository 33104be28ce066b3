/** What the particles have learned: their picture next to the target, and how much they differ. */
import { Chart } from '../../shared/chart.js';
import { LoopControls } from '../../shared/loop_controls.js';
import { twoDigits } from '../../shared/numbers.js';
import { percent, STEPS, type Learning } from './learning.js';
import { PixelCanvas } from './pixel_canvas.js';
import { bytesOf, type Pixels } from './pixels.js';

export function Pictures({ learning, target }: { learning?: Learning; target: Pixels }) {
  const summary = summaryOf(learning);
  return (
    <figure class="pictures" aria-label="The picture and its target">
      <PixelCanvas label={`Drawn by particles: ${summary}`} {...learning?.frame.value} />
      <figcaption>
        <PixelCanvas label="Target" size={target.size} bytes={bytesOf(target)} />
        <span>
          <b>Target</b>
          <br />
          <span class="value">{summary}</span>
        </span>
      </figcaption>
    </figure>
  );
}

/** Describes the picture. */
function summaryOf(learning: Learning | undefined): string {
  const difference = learning?.differences.value.at(-1);
  if (learning === undefined || difference === undefined) return 'Starting …';
  return `${percent(difference)} off the target after step ${learning.stepsTaken}`;
}

export function Progress({ learning, onRestart }: { learning: Learning; onRestart: () => void }) {
  const values = learning.differences.value.map((share) => 100 * share);
  const speed = learning.stepsPerSecond.value;
  return (
    <>
      <LoopControls
        label="Learning"
        loop={learning.loop}
        count={`Step ${learning.stepsTaken} of ${STEPS}`}
        isOver={learning.isOver}
        onRestart={onRestart}
      >
        <span class="at">{speed && `${twoDigits(speed)} steps/s`}</span>
      </LoopControls>
      <Chart
        title="Difference from the target"
        summary={summaryOf(learning)}
        x={values.map((_, step) => step)}
        series={[{ label: 'root mean square of the pixels', colour: 'ours', values }]}
        axes={{ x: 'step', y: 'percent' }}
        height={170}
      />
    </>
  );
}
