/** Particles learn to draw what the visitor types. A scatter draws them, and its gradient trains them. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { choose } from '../../shared/backends.js';
import { CodeTab } from '../../shared/code.js';
import { BackendField, Select, TextField } from '../../shared/fields.js';
import { thousands } from '../../shared/numbers.js';
import type { Part } from '../../shell/parts.js';
import { CODE } from './code.js';
import { Pictures, Progress } from './learning_views.js';
import { PictureField } from './picture_field.js';
import { LONGEST_TEXT, PARTICLES, SIDE, state } from './settings.js';
import { textTarget, type Target } from './target.js';
import { useLearning } from './use_learning.js';
import './style.css';

export const part: Part = {
  title: 'Particles that learn to draw',
  summary:
    'Type a word. One scatter adds thousands of particles of light to a picture, and its gradient ' +
    'tells each one where to go and which colour to take.',
  View,
};

/** The visitor's own picture, if that is the target. It is not in the address. */
const picture = signal<Target>();

function View() {
  const { text, particles, backend } = state.value;
  const draw = picture.value;
  const side = SIDE[particles];
  const target = useMemo(() => (draw ?? textTarget(text))(side), [draw, text, side]);
  const { learning, restart } = useLearning(target, Number(particles), choose(backend));
  return (
    <div class="part splatting">
      <div class="learning">
        <TextField
          label="Text to draw"
          value={text}
          maxLength={LONGEST_TEXT}
          onChange={(text) => {
            picture.value = undefined;
            state.set({ text });
          }}
        />
        <Pictures learning={learning} target={target} />
        <div class="part">
          {learning && <Progress learning={learning} onRestart={restart} />}
          <Settings />
        </div>
      </div>
      <CodeTab code={CODE} />
    </div>
  );
}

function Settings() {
  const { particles, backend } = state.value;
  const choices = PARTICLES.map((value) => ({ value, label: thousands(Number(value)) }));
  return (
    <div class="row settings">
      <Select
        label="Particles"
        value={particles}
        choices={choices}
        onChange={state.change('particles')}
      />
      <BackendField value={choose(backend)} onChange={state.change('backend')} />
      <PictureField
        onPicture={(target) => {
          picture.value = target;
        }}
      />
    </div>
  );
}
