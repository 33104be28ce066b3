/** The playground: one call of an op, edited, and played update by update. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { choose } from '../../shared/backends.js';
import { CodeTab } from '../../shared/code.js';
import { LoopControls } from '../../shared/loop_controls.js';
import { fail } from '../../shared/messages.js';
import { useSession, type Open } from '../../shared/session.js';
import type { Part } from '../../shell/parts.js';
import { OPS, sitesOf } from './call.js';
import { Examples, Options } from './options.js';
import { createPlayer } from './player.js';
import type { createService } from './service.js';
import { snippetOf } from './snippet.js';
import { Gradients, Stage, type StageProps } from './stage.js';
import { address, dyOf, type Shown, type State } from './state.js';
import { storyOf } from './story.js';
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
        {state.gradients && <Gradients {...props} />}
        <CodeTab code={snippetOf(state, state.gradients ? dyOf(state) : undefined)} />
      </div>
      <Options state={state} />
    </div>
  );
}

const open: Open<ReturnType<typeof createService>> = (workshop, ...given) =>
  workshop.playground(...given);

/** What is computed for a state. The previous result stays until the new one arrives. */
function useShown(state: State): Shown | undefined {
  const backend = choose(state.backend);
  const session = useSession(open, backend);
  const [shown, setShown] = useState<Shown & { session: unknown }>();
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const service = await session?.service;
      const answer = await service?.compute(state, state.gradients ? dyOf(state) : undefined);
      if (answer && isCurrent) setShown({ state, session, ...answer });
    };
    ask().catch(fail);
    return () => {
      isCurrent = false;
    };
  }, [session, state]);
  // Results of another backend are not shown.
  return shown?.session === session ? shown : undefined;
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
