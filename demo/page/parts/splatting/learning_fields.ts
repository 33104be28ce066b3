/** The fields for the settings of learning. */
import { fieldset, range, select } from '../../shared/controls.js';
import type { Learnable } from './learner.js';
import { countField, sizeField, type SectionOptions } from './section.js';
import { RATES } from './settings.js';

/** Effects of a change of the settings. */
export interface Effects {
  /** Starts with other particles. */
  restart: () => Promise<void>;
  /** Goes on with an image of another size. */
  resize: () => Promise<void>;
  /** Goes on in another way to learn. */
  tune: () => Promise<void>;
}

export interface LearningFields {
  readonly root: HTMLElement;
  /** Shows the current settings. */
  show(): void;
}

export function createLearningFields(
  { settings, change }: SectionOptions,
  { restart, resize, tune }: Effects,
): LearningFields {
  const learners = countField(settings.learners, (learners) => {
    change({ learners });
    return restart();
  });
  const pixels = sizeField(settings.pixels, (pixels) => {
    change({ pixels });
    return resize();
  });
  const learnable = learnableField(settings.learnable, (learnable) => {
    change({ learnable });
    return tune();
  });
  const rate = rateField(settings.rate, (rate) => {
    change({ rate });
    return tune();
  });
  return {
    root: fieldset('Settings', learners.root, pixels.root, learnable.root, rate.root),
    show() {
      learners.value = settings.learners;
      pixels.value = settings.pixels;
      learnable.value = settings.learnable;
      rate.value = settings.rate;
    },
  };
}

function learnableField(value: Learnable, onChange: (value: Learnable) => Promise<void>) {
  return select<Learnable>({
    label: 'What learns',
    choices: [
      { value: 'all', label: 'Positions, weights and radii' },
      { value: 'both', label: 'Positions and weights' },
      { value: 'positions', label: 'Positions' },
      { value: 'weights', label: 'Weights' },
    ],
    value,
    onChange,
  });
}

function rateField(value: number, onChange: (value: number) => Promise<void>) {
  return range({
    label: 'Learning rate',
    value,
    ...RATES,
    show: (rate) => rate.toFixed(3),
    hint: 'About how far a particle moves in a step, as a share of the image.',
    onChange,
  });
}
