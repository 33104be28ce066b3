/** The parts of the page, in the order of its navigation. A part is a folder in parts/ and a row here. */
import type { ComponentType } from 'preact';
import { part as machine } from '../parts/machine/index.js';
import { part as playground } from '../parts/playground/index.js';
import { part as splatting } from '../parts/splatting/index.js';
import { part as start } from '../parts/start/index.js';
import { part as train } from '../parts/train/index.js';

export interface Part {
  /** The heading above the part. */
  title: string;
  /** One or two sentences beneath it: what there is to see and do. */
  summary: string;
  /** Keeps its state in the address. Everything that it started ends when it is unmounted. */
  View: ComponentType;
}

interface Row {
  /** The name in the address. */
  name: string;
  /** The text of the link. */
  label: string;
  part: Part;
}

/** All in one file, which compresses better than many; workers load tfjs. */
export const PARTS: readonly Row[] = [
  { name: 'start', label: 'Start', part: start },
  { name: 'train', label: 'Train', part: train },
  { name: 'splatting', label: 'Splatting', part: splatting },
  { name: 'playground', label: 'Playground', part: playground },
  { name: 'machine', label: 'Your machine', part: machine },
];
