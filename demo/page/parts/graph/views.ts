/** The views of a race on a graph: each lane's nodes, and the charts of loss and accuracy. */
import { outcomeOf } from '../../lanes/headline.js';
import { createRaceChart, pointsOf } from '../../lanes/race_charts.js';
import { createLaneViews, type LaneViews, type RaceViews } from '../../lanes/race_views.js';
import { TITLES, titlesOf } from '../../lanes/titles.js';
import { element } from '../../shared/dom.js';
import { threeDigits } from '../../shared/numbers.js';
import type { GraphContest } from './contest.js';
import { createEmbeddingPlot } from './embedding_plot.js';
import type { Example } from './example.js';

export interface Views
  extends RaceViews<GraphContest>, Pick<LaneViews, 'headline' | 'lanes' | 'facts'> {
  readonly charts: HTMLElement;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export function createViews(signal: AbortSignal): Views {
  const loss = createRaceChart({
    title: 'Loss on the labelled nodes',
    show: threeDigits,
    range: [0, 0.1],
    signal,
  });
  const accuracy = createRaceChart({
    title: 'Accuracy over all nodes',
    show: percent,
    range: [0, 1],
    signal,
  });
  const plotOf = (title: string) => createEmbeddingPlot(`Embedding of the nodes, ${title}`, signal);
  const plots = [plotOf(TITLES[0]), plotOf(TITLES[1])] as const;
  const lanes = createLaneViews({
    pictures: [plots[0].element, plots[1].element],
    extraLabel: 'Accuracy',
    question: 'Which one learns faster?',
    invitation: 'Press Play: both lanes learn the same graph, and take turns on this machine.',
    signal,
  });
  const show = (contest: GraphContest) => {
    const { race, shown } = contest;
    const latest = shown.map((one) => one.at(-1));
    lanes.show(
      contest,
      latest.map((one) => (one ? percent(one.share) : '–')),
    );
    plots.forEach((plot, i) => {
      const one = latest[i];
      const { steps } = race.racers[i];
      if (one) plot.show(one, `accuracy ${percent(one.share)} after ${steps} steps`);
    });
    for (const chart of [loss, accuracy]) chart.rename(titlesOf(race.accelerated));
    loss.show(pointsOf(shown, ({ loss }) => (Number.isNaN(loss) ? null : loss)));
    accuracy.show(pointsOf(shown, ({ share }) => share));
  };
  return {
    facts: lanes.facts,
    headline: lanes.headline,
    lanes: lanes.lanes,
    charts: element('div', { className: 'charts' }, accuracy.element, loss.element),
    showProgress: lanes.showProgress,
    begin(contest) {
      if (contest.example === undefined) return;
      lanes.showFacts(factsOf(contest.example));
      for (const plot of plots) plot.begin(contest.example);
      show(contest);
    },
    show,
    summary({ race, shown }) {
      const share = shown[1].at(-1)?.share;
      const steps = race.racers[1].steps;
      const words = share === undefined ? '' : `Accuracy ${percent(share)} after ${steps} steps. `;
      return `${words}${outcomeOf(race.standing)?.ratio ?? ''}`;
    },
  };
}

function factsOf({ graph, labels }: Example): string {
  const [nodes, edges, known] = [graph.nodeCount, graph.ends.length / 2, labels.nodes.length].map(
    (count) => count.toLocaleString('en'),
  );
  return `${nodes} nodes and ${edges} edges. The network is told the classes of ${known} nodes.`;
}
