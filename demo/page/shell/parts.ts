/** The parts of the page, in the order of its navigation. A part is a folder in parts/ and a row here. */
import type { ComponentType } from 'preact';

export interface Part {
  /** The heading above the part. */
  title: string;
  /** One or two sentences beneath it: what there is to see and do. */
  summary: string;
  /**
   * Keeps its state in the address, and computes in sessions, both of which outlive nothing but it: what
   * it started ends when it is unmounted.
   */
  View: ComponentType;
}

interface Row {
  /** The name in the address. */
  name: string;
  /** The text of the link. */
  label: string;
  load: () => Promise<{ part: Part }>;
}

export const PARTS: readonly Row[] = [
  { name: 'start', label: 'Start', load: () => import('../parts/start/index.js') },
  { name: 'train', label: 'Train', load: () => import('../parts/train/index.js') },
  { name: 'splatting', label: 'Splatting', load: () => import('../parts/splatting/index.js') },
  { name: 'playground', label: 'Playground', load: () => import('../parts/playground/index.js') },
  { name: 'machine', label: 'Your machine', load: () => import('../parts/machine/index.js') },
];
