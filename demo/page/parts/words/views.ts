/** The views of a race on a text: each lane's map of words, and the chart of the loss. */
import { outcomeOf } from '../../lanes/headline.js';
import { createRaceChart, pointsOf } from '../../lanes/race_charts.js';
import { createLaneViews, type LaneViews, type RaceViews } from '../../lanes/race_views.js';
import { TITLES, titlesOf } from '../../lanes/titles.js';
import { threeDigits } from '../../shared/numbers.js';
import { findAsked } from './asking.js';
import type { WordsContest } from './contest.js';
import { createPicture } from './lane_picture.js';

export interface Views
  extends RaceViews<WordsContest>, Pick<LaneViews, 'headline' | 'lanes' | 'facts'> {
  readonly loss: HTMLElement;
  /** Shows the words nearest to one from here on. */
  ask(word: string): void;
}

export interface ViewsOptions {
  /** The word that is asked for first. */
  word: string;
  /** Gets a word that is pointed at on a map. */
  onPick: (word: string) => void;
  /** Gets the word that is asked for when a race begins. */
  onAsked: (word: string) => void;
  /** Gets the reason why the text has no such word, or ''. */
  onWordProblem: (sentence: string) => void;
  /** Gets the reason why nothing can be learnt from the text, or ''. */
  onTextProblem: (sentence: string) => void;
  signal: AbortSignal;
}

export function createViews(options: ViewsOptions): Views {
  const { onPick, onAsked, onWordProblem, onTextProblem, signal } = options;
  let { word } = options;
  let current: WordsContest | undefined;
  /** The words nearest to the one asked for, by this package's lane. */
  let nearest: readonly string[] = [];
  const loss = createRaceChart({
    title: 'Loss per word, mean of 50 steps',
    show: threeDigits,
    range: [2.3, 4.2],
    signal,
  });
  const pictures = TITLES.map((title) => createPicture(title, onPick, signal));
  const [theirs, ours] = pictures.map((picture) => picture.element);
  const lanes = createLaneViews({
    pictures: [theirs, ours],
    extraLabel: 'Words per second',
    question: 'Which one reads faster?',
    invitation: 'Press Play: both lanes read the same text, and take turns on this machine.',
    signal,
  });
  const showWords = (contest: WordsContest) => {
    const { corpus, topics, size, race } = contest;
    if (corpus === undefined) return;
    const { word: asked, problem } = findAsked(word, corpus, topics);
    onWordProblem(problem);
    contest.ask(asked);
    const listed = pictures.map((picture, i) => {
      const { steps } = race.racers[i];
      return picture.show(contest.lanes[i], { corpus, size, shown: contest.shown, asked, steps });
    });
    nearest = listed[1];
  };
  const show = (contest: WordsContest) => {
    const { race, batch } = contest;
    current = contest;
    const speeds = race.racers.map(race.stepTime).map((ms) => ms && (1000 * batch) / ms);
    lanes.show(
      contest,
      speeds.map((speed) => (speed === undefined ? '–' : threeDigits(speed))),
    );
    const [theirs, ours] = contest.lanes.map(({ points }) => points);
    loss.rename(titlesOf(race.accelerated));
    loss.show(pointsOf([theirs, ours], (one) => one.loss));
    showWords(contest);
  };
  return {
    facts: lanes.facts,
    headline: lanes.headline,
    lanes: lanes.lanes,
    loss: loss.element,
    showProgress: lanes.showProgress,
    begin(contest) {
      lanes.showFacts(contest.problem || factsOf(contest));
      onTextProblem(contest.problem);
      const { corpus, topics } = contest;
      const asked = corpus && findAsked(word, corpus, topics).word;
      if (corpus && asked !== undefined) onAsked(corpus.words[asked]);
      show(contest);
    },
    show,
    ask(next) {
      word = next;
      if (current) showWords(current);
    },
    summary({ race, lanes: [, { points }] }) {
      const { steps } = race.racers[1];
      const last = points.at(-1)?.loss;
      if (last === undefined) return '';
      const near = nearest.length === 0 ? '' : `Nearest: ${nearest.slice(0, 3).join(', ')}. `;
      const outcome = outcomeOf(race.standing)?.ratio ?? '';
      return `Loss ${threeDigits(last)} after ${steps} steps. ${near}${outcome}`;
    },
  };
}

function factsOf({ title, corpus, batch }: WordsContest): string {
  if (corpus === undefined) return '';
  const [all, learnt, read] = [corpus.length, corpus.words.length, batch].map((count) =>
    count.toLocaleString('en'),
  );
  return `${title}: ${all} words. The ${learnt} most frequent are learnt; a step reads ${read}.`;
}
