/** The picture of the nodes as one points at them: by pointer, by touch and by keys. */
import { element } from '../../shared/dom.js';

export interface NodeAreaOptions {
  label: string;
  picture: HTMLElement;
  /** Finds the node that is within reach, in CSS pixels, of where an event happened. */
  nodeAt: (event: MouseEvent, reach: number) => number | undefined;
  /** Returns the node so many after the one that is picked. */
  nodeAfter: (count: number) => number | undefined;
  onPick: (node: number | undefined) => void;
}

/** Farthest that a pointer and a finger may be from the node that they point at. */
const [POINTER_REACH, FINGER_REACH] = [14, 24];

const KEYS: Partial<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowRight: 1,
};

export function createNodeArea(options: NodeAreaOptions): HTMLElement {
  const { label, picture, nodeAt, nodeAfter, onPick } = options;
  const area = element('div', { tabIndex: 0, role: 'application', ariaLabel: label }, picture);
  let isTouch = false;
  const noteKind = ({ pointerType }: PointerEvent) => {
    isTouch = pointerType === 'touch';
  };
  area.addEventListener('pointerdown', noteKind);
  area.addEventListener('pointermove', (event) => {
    noteKind(event);
    // A finger that moves scrolls the page.
    if (!isTouch) onPick(nodeAt(event, POINTER_REACH));
  });
  area.addEventListener('pointerleave', () => {
    // A finger leaves after every tap, and its node stays until another tap.
    if (!isTouch) onPick(undefined);
  });
  area.addEventListener('click', (event) => {
    onPick(nodeAt(event, isTouch ? FINGER_REACH : POINTER_REACH));
  });
  area.addEventListener('keydown', (event) => {
    const step = KEYS[event.key];
    if (step !== undefined) onPick(nodeAfter(step));
    else if (event.key === 'Escape') onPick(undefined);
    else return;
    // These keys would scroll the page.
    event.preventDefault();
  });
  return area;
}
