/** The buttons of a loop. */
import type { ComponentChildren } from 'preact';
import type { Loop } from './loop.js';

export interface LoopControlsProps {
  /** The name of the group, such as `Race`. */
  label: string;
  loop: Loop;
  /** The progress, such as `Step 12 of 200`. */
  count: string;
  /** True if no step is left. The buttons then do nothing, but keep the focus. */
  isOver: boolean;
  onRestart: () => void;
  children?: ComponentChildren;
}

export function LoopControls(props: LoopControlsProps) {
  const { label, loop, count, isOver, onRestart, children } = props;
  const isPlaying = loop.isPlaying.value;
  const unlessOver = (act: () => void) => () => {
    if (!isOver) act();
  };
  return (
    <div class="row" role="group" aria-label={label} data-busy={loop.isBusy.value}>
      <button
        type="button"
        class="primary"
        aria-disabled={isOver}
        onClick={unlessOver(isPlaying ? loop.pause : loop.play)}
      >
        {isOver ? 'Finished' : isPlaying ? 'Pause' : 'Play'}
      </button>
      <button
        type="button"
        aria-disabled={isOver || isPlaying}
        onClick={unlessOver(() => void loop.step())}
      >
        Step
      </button>
      <button type="button" onClick={onRestart}>
        Restart
      </button>
      <span class="count">{count}</span>
      {children}
    </div>
  );
}
