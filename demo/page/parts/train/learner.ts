/** What a lane trains, and what it shows of that. */

export interface Learner {
  /** Takes a step of the optimizer; resolves to the loss before it. */
  step: () => Promise<number>;
  /** Shows what was learnt. `word` is the one whose nearest are asked for. */
  look: (word: string) => Promise<View>;
  dispose: () => void;
}

export type View = GraphView | WordsView;

export interface GraphView {
  kind: 'graph';
  /** A point of the plane for each node: x, y, x, y, … */
  points: Float32Array;
  /** The class that each node is taken for. */
  predicted: Int32Array;
}

export interface WordsView {
  kind: 'words';
  /** The words of the map, and a point for each. */
  words: readonly string[];
  points: Float32Array;
  /** The word that was asked for, or '' if the book does not have it, and those nearest to it. */
  asked: string;
  near: readonly string[];
  /** Words of the book, and words that are learnt. */
  length: number;
  vocabulary: number;
}
