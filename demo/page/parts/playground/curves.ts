/** The geometry of an arrow between two boxes. */

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function union(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** Where an arrow starts and ends: at a cell, in a panel. */
export interface End {
  cell: Box;
  panel: Box;
  /** Arrows of one row or column keep out of each other's way by lanes, counted from 0. */
  lane: number;
}

/** How long the head of an arrow is, and how lanes lie beside the text of cells, in CSS pixels. */
const HEAD = 7;
const FIRST_LANE = 4;
const LANES = 4;
const LANE = 2;

/**
 * From one cell to the other, to the right if their panels lie beside each other, else downwards.
 * Within a panel it goes straight, past the text of other cells; it bends between the panels.
 */
export function curve(start: End, end: End, isSideways: boolean): { line: string; head: string } {
  // As if it went sideways, with the axes swapped if it does not.
  const along = ({ left, right, top, bottom }: Box) =>
    isSideways ? { low: left, high: right, edge: bottom } : { low: top, high: bottom, edge: right };
  const point = (x: number, y: number) => {
    const [a, b] = [x.toFixed(1), y.toFixed(1)];
    return isSideways ? `${a} ${b}` : `${b} ${a}`;
  };
  const level = ({ cell, lane }: End) => along(cell).edge - FIRST_LANE - (lane % LANES) * LANE;
  const [fromY, toY] = [level(start), level(end)];
  const [leaves, enters] = [along(start.panel).high, along(end.panel).low];
  const stop = along(end.cell).low - HEAD;
  const middle = (leaves + enters) / 2;
  const bends = `${point(middle, fromY)} ${point(middle, toY)} ${point(enters, toY)}`;
  return {
    line: `M${point(along(start.cell).high, fromY)}L${point(leaves, fromY)}C${bends}L${point(stop, toY)}`,
    head: `M${point(stop, toY - HEAD / 2)}L${point(stop + HEAD, toY)}L${point(stop, toY + HEAD / 2)}Z`,
  };
}
