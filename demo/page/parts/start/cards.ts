/** A card for each other part, with a small picture of it, which soon moves. */
import { element } from '../../shared/dom.js';

interface Card {
  name: string;
  title: string;
  text: string;
  /** Shapes of the picture, in a box of 120 × 60. */
  picture: readonly string[];
}

const dots = (points: readonly (readonly [number, number])[], className: string) =>
  points.map(([x, y]) => `circle ${className} cx=${x} cy=${y} r=4`);

const CARDS: readonly Card[] = [
  {
    name: 'graph',
    title: 'Race on a graph',
    text: 'The same network trains in two lanes: stock tfjs, and tfjs with this package.',
    picture: [
      ...dots(
        [
          [20, 18],
          [34, 30],
          [22, 42],
        ],
        'a sway',
      ),
      ...dots(
        [
          [94, 16],
          [84, 32],
          [100, 42],
        ],
        'b sway-back',
      ),
      'line path x1=34 y1=30 x2=84 y2=32',
    ],
  },
  {
    name: 'words',
    title: 'Words',
    text: 'Learn which words of Moby-Dick belong together, on cpu and wasm too.',
    picture: [
      'rect a sway x=14 y=12 width=26 height=5',
      'rect a sway x=24 y=24 width=18 height=5',
      'rect b sway-back x=78 y=10 width=22 height=5',
      'rect b sway-back x=70 y=21 width=16 height=5',
      'rect b sway-back x=88 y=31 width=20 height=5',
      'rect c gather x=34 y=40 width=24 height=5',
      'rect c gather x=62 y=48 width=18 height=5',
    ],
  },
  {
    name: 'splatting',
    title: 'Splatting',
    text: 'Particles scatter light into an image, and learn to draw what you type.',
    picture: [
      ...dots(
        [
          [16, 12],
          [48, 48],
          [76, 14],
          [104, 44],
          [32, 34],
          [90, 30],
        ],
        'c gather',
      ),
      ...dots(
        [
          [58, 26],
          [62, 34],
          [54, 32],
        ],
        'a',
      ),
    ],
  },
  {
    name: 'playground',
    title: 'Playground',
    text: 'Edit a call as grids, and see where every value goes.',
    picture: [
      ...[14, 38, 62, 86].map((x) => `rect cell x=${x} y=38 width=20 height=16`),
      'rect b fall x=38 y=4 width=20 height=14',
      'rect a fall-late x=62 y=4 width=20 height=14',
    ],
  },
  {
    name: 'machine',
    title: 'Your machine',
    text: "Seven computations, measured here against tfjs' own kernels.",
    picture: [
      'rect a grow x=12 y=8 width=96 height=11',
      'rect b grow x=12 y=25 width=62 height=11',
      'rect c grow x=12 y=42 width=30 height=11',
    ],
  },
];

/** Time after which pictures begin to move, in ms: the page is there before. */
const PATIENCE = 300;

export function createCards(signal: AbortSignal): HTMLElement {
  const list = element(
    'ul',
    { className: 'cards' },
    ...CARDS.map((card) => element('li', {}, link(card))),
  );
  const enlivenList = async () => {
    const { enliven } = await import('./thumbnails/index.js');
    if (!signal.aborted) enliven(list, signal);
  };
  const timer = setTimeout(() => void enlivenList(), PATIENCE);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
  });
  return list;
}

function link({ name, title, text, picture }: Card): HTMLElement {
  const words = element('span', {}, element('b', { textContent: title }), ` ${text}`);
  const anchor = element('a', { href: `#${name}` }, words);
  anchor.prepend(drawing(picture));
  return anchor;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Draws shapes, each written as `tag classes… name=value …`. */
function drawing(shapes: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 120 60');
  svg.setAttribute('aria-hidden', 'true');
  for (const shape of shapes) {
    const [tag, ...words] = shape.split(' ');
    const drawn = document.createElementNS(SVG, tag);
    drawn.setAttribute('class', words.filter((word) => !word.includes('=')).join(' '));
    for (const word of words) {
      const [name, value] = word.split('=');
      if (value) drawn.setAttribute(name, value);
    }
    svg.append(drawn);
  }
  return svg;
}
