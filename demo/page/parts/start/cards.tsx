/** A card for each part, with a still picture of it. */
import { hashOf } from '../../shared/address.js';

/** Pictures are paths in a box of 120 × 60: lines, and round dots where `h0` draws a path of no length. */
const CARDS = [
  {
    name: 'splatting',
    title: 'Splatting',
    text: 'Particles learn to draw the word that you type.',
    ours: 'M42 11h0m9 0h0m9 0h0m9 0h0m9 0h0m-18 10h0m0 10h0m0 10h0m0 10h0',
    other: 'M12 42h0m14-26h0m10 34h0m50-6h0m10-22h0m12 30h0m-2-40h0',
  },
  {
    name: 'train',
    title: 'Train',
    text: 'Stock tfjs and this package race to train the same network.',
    line: 'M14 14 30 30 16 46zM104 12 88 30 106 46zM30 30H88',
    ours: 'M14 14h0m16 16h0m-14 16h0',
    stock: 'M104 12h0m-16 18h0m18 16h0',
  },
  {
    name: 'playground',
    title: 'Playground',
    text: 'Edit a call in a grid, and see where each value goes.',
    line: 'M16 14 40 48M64 14 40 48M88 14V48M8 40h96v16h-96zm24 0v16m24-16v16m24-16v16',
    ours: 'M16 12h0m48 0h0m24 0h0M40 48h0m48 0h0',
  },
];

export function Cards() {
  return (
    <ul class="columns">
      {CARDS.map(({ name, title, text, line, ours, stock, other }) => (
        <li key={name}>
          <a href={hashOf(name)} class="card panel">
            <svg viewBox="0 0 120 60" aria-hidden="true">
              <path d={line} />
              <path class="dots other" d={other} />
              <path class="dots ours" d={ours} />
              <path class="dots stock" d={stock} />
            </svg>
            <b>{title}</b>
            <span>{text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
