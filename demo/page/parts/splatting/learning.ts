/** Particles that learn to draw a text that the visitor types or a picture that they choose. */
import { codeTab } from '../../shared/code_tab.js';
import { element } from '../../shared/dom.js';
import { createLoop, onPause, type Loop } from '../../shared/loop.js';
import { loopControls } from '../../shared/loop_controls.js';
import { LEARNING_CODE } from './code.js';
import { createConvergence, type Convergence } from './convergence.js';
import { createLearner, randomPositions, type Learner, type ParticleValues } from './learner.js';
import { createLearningFields } from './learning_fields.js';
import { createLearningViews, type LearningViews } from './learning_views.js';
import { createGuard, createMeter, quickest, restartPlaying } from './section.js';
import type { Section, SectionOptions } from './section.js';
import type { Settings } from './settings.js';
import type { Target } from './target.js';
import { createTargetInput, keptTarget } from './target_input.js';
import { warmUp } from './warm_up.js';

/** Particles as the visitor left them. */
interface Kept {
  /** The settings that they fit. */
  settings: string;
  target: Target;
  particles: ParticleValues;
  step: number;
  errors: LearningViews['errors'];
  convergence: Convergence;
}

let kept: Kept | undefined;

const keyOf = ({ learners, pixels, text, picture }: Readonly<Settings>) =>
  JSON.stringify([learners, pixels, text, picture]);

const keptFor = (settings: Readonly<Settings>) =>
  kept?.settings === keyOf(settings) ? kept : undefined;

export function createLearning(options: SectionOptions): Section {
  const { page, settings, change } = options;
  const { signal } = page;
  const root = element('section', { className: 'learning', ariaLabel: 'Learn' });
  const views = createLearningViews(signal);
  const guard = createGuard('step', () =>
    [settings.pixels, settings.learnable, page.backends.current].join(' '),
  );
  let target: Target = keptTarget(settings);
  let learner: Learner | undefined;
  let convergence = createConvergence();

  const show = async (step: number) => {
    if (learner === undefined) return;
    const rendering = await learner.render();
    views.show(rendering, step);
    if (step > 0 && convergence.note(rendering.error)) tune();
    views.end(convergence.isDone);
  };
  const tune = () => learner?.tune({ ...settings, rate: settings.rate * convergence.rate });
  const makeLearner = (particles: ParticleValues) =>
    createLearner({ ...settings, target: target(Number(settings.pixels)), particles });
  const warm = (learner: Learner) =>
    warmUp(
      `step ${settings.learnable} ${settings.pixels} ${learner.channels}`,
      learner.pieces(),
      page,
    );
  const prepareAt = async (particles: ParticleValues, before?: Kept) => {
    learner?.dispose();
    learner = undefined;
    convergence = before?.convergence ?? createConvergence();
    learner = makeLearner(particles);
    tune();
    await warm(learner);
    views.start(target(Number(settings.pixels)), before?.errors);
    await show(before?.step ?? 0);
  };
  const someParticles = async (): Promise<ParticleValues> => {
    const timeOf = (count: number) => {
      signal.throwIfAborted();
      return timeOfStep(makeLearner({ positions: randomPositions(count) }), warm);
    };
    const count = await guard.allow(settings.learners, options.safe().learners, timeOf);
    return { positions: randomPositions(count) };
  };
  const prepare = async () => {
    await prepareAt(await someParticles());
  };
  /** Prepares particles that go on from their present positions. */
  const prepareHere = async () => {
    const present = await learner?.particles();
    await prepareAt(present ? { positions: present.positions } : await someParticles());
  };
  const loop: Loop = createLoop({
    signal,
    budget: BUDGET,
    hasNext: () => !convergence.isDone,
    step: (step) =>
      meter.measure(async () => {
        learner?.step();
        await show(step + 1);
      }),
  });
  const meter = createMeter('step', () => loop);
  onPause(loop, () => {
    page.announce(views.summary());
  });

  const relearn = async () => {
    // Particles that were done learn the new target at once.
    const { ended } = loop;
    await restartPlaying(loop, prepareHere);
    if (ended) loop.play();
  };
  const input = createTargetInput({
    kept: settings,
    zone: root,
    signal,
    onChange(next, changed) {
      target = next;
      change(changed);
      void relearn();
    },
  });
  const fields = createLearningFields(options, {
    restart: () => restartPlaying(loop, prepare),
    resize: () => restartPlaying(loop, prepareHere),
    tune: () =>
      loop.between(async () => {
        convergence.restart();
        tune();
        await show(loop.count);
      }),
  });
  const controls = loopControls('Learning', loop, { restart: prepare });
  root.append(
    element('h3', { textContent: 'Learn' }),
    element('p', { textContent: CAPTION }),
    element(
      'div',
      { className: 'columns' },
      element('div', { className: 'side' }, views.pictures, views.chart),
      element(
        'div',
        { className: 'side' },
        element('div', { className: 'row' }, controls, meter.element),
        views.verdict,
        input.root,
        fields.root,
        guard.element,
        codeTab(LEARNING_CODE),
      ),
    ),
  );
  return {
    root,
    loop,
    picture: views.pictures,
    controls,
    start() {
      fields.show();
      input.show(settings);
      const before = keptFor(settings);
      target = before?.target ?? keptTarget(settings);
      if (before === undefined) return loop.restart(prepare);
      return loop.restart(() => prepareAt(before.particles, before), before.step);
    },
    async end() {
      if (learner === undefined) return;
      const particles = await learner.particles();
      const { errors } = views;
      const step = loop.count;
      kept = { settings: keyOf(settings), target, particles, step, errors, convergence };
      learner.dispose();
      learner = undefined;
    },
  };
}

/** Time in ms for the steps between two paints, which leaves some of a 60th of a second to these. */
const BUDGET = 12;

const CAPTION =
  'Blurred grains of light start anywhere. The error of their picture flows back through the ' +
  'scatter to where each one is, how bright and how wide it is, until they draw the target.';

/** Times a step; disposes the learner. */
async function timeOfStep(
  learner: Learner,
  warm: (learner: Learner) => Promise<void>,
): Promise<number> {
  try {
    await warm(learner);
    return await quickest(async () => {
      learner.step();
      await learner.render();
    });
  } finally {
    learner.dispose();
  }
}
