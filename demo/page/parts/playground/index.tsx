/** The playground: one call of an op, edited, and played update by update. */
import { useEffect, useMemo } from 'preact/hooks';
import { CodeTab } from '../../shared/code.js';
import { LoopControls } from '../../shared/loop_controls.js';
import type { Part } from '../../shell/parts.js';
import { useShown } from './answers.js';
import { assignOf, OPS, sitesOf } from './call.js';
import { Examples, Options } from './options.js';
import { createPlayer } from './player.js';
import { snippetOf } from './snippet.js';
import { Gradients, Stage, type StageProps } from './stage.js';
import { address, dyOf, hasGradients } from './state.js';
import { storyOf } from './story.js';
import { Times } from './times.js';
import './style.css';

export const part: Part = {
  title: 'Playground',
  summary: 'See what one call does, step by step. Press Play to watch, or change any value.',
  View,
};

function View() {
  const state = address.signal.value;
  const shown = useShown(state);
  const player = useMemo(createPlayer, []);
  const { count } = sitesOf(state);
  useEffect(() => {
    player.open(count);
  }, [player, state.op, count]);
  useEffect(() => player.loop.end, [player]);
  const props = { state, shown, player };
  return (
    <div class="part playground">
      <div class="part">
        <Examples {...props} />
        <Controls {...props} />
        <Stage {...props} />
        {hasGradients(state) && <Gradients {...props} />}
        {shown?.computed && assignOf(shown.state) && <Times state={shown.state} />}
        <CodeTab code={snippetOf(state, hasGradients(state) ? dyOf(state) : undefined)} />
      </div>
      <Options state={state} />
    </div>
  );
}

/** The player and what the last site did, or the package's error. */
function Controls({ state, shown, player }: StageProps) {
  const { done, loop } = player;
  const { count } = sitesOf(state);
  if (shown?.error)
    return (
      <p class="failure" role="alert">
        {shown.error}
      </p>
    );
  return (
    <>
      <LoopControls
        label="Player"
        loop={loop}
        count={`${done.value} of ${count} ${OPS[state.op].scatters ? 'updates' : 'reads'}`}
        isOver={done.value >= count}
        onRestart={() => {
          player.goTo(0);
        }}
      />
      <p class="story" aria-live={loop.isPlaying.value ? 'off' : 'polite'}>
        {shown?.computed && storyOf(shown.state, shown.computed, done.value)}
      </p>
    </>
  );
}
