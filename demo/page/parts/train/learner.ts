/** What a lane trains, and what it shows. */

export interface Learner {
  /** Takes a step of the optimizer; resolves to the loss before it. */
  step: () => Promise<number>;
  /** Shows what was learned. Lists the words nearest to `word`. */
  look: (word: string) => Promise<View>;
  dispose: () => void;
}

export type View = GraphView | WordsView;

export interface GraphView {
  kind: 'graph';
  /** A point of the plane for each node: x, y, x, y, … */
  points: Float32Array;
  /** The predicted class of each node. */
  predicted: Int32Array;
}

export interface WordsView {
  kind: 'words';
  /** The words of the map, and a point for each. */
  words: readonly string[];
  points: Float32Array;
  /** The word asked for, or '' if it is not frequent in the book, and the words nearest to it. */
  asked: string;
  near: readonly string[];
  /** Number of words in the book, and of words that are learned. */
  length: number;
  vocabulary: number;
}
