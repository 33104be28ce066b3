/** The methods of a task that two lanes race in. */
import type { Taken, TurnGiven } from './turn.js';

/** Steps taken in one go, and the view of the task after them. */
export interface Turn<View> extends Taken {
  view: View;
}

/** The methods that a task has to have for a race. */
export interface RaceTask<Setting, View, Sizes = void> {
  [name: string]: (given: never) => unknown;
  /** Returns the size at which a step by tfjs' own kernels takes some seconds. */
  fit: (sizes: Sizes) => Promise<number>;
  /** Makes everything anew, warms up, and returns the view before the first step. */
  prepare(setting: Setting): Promise<View>;
  /** Takes steps until the budget, in ms, is used up: one at least, and `most` at most. */
  turn(given: TurnGiven): Promise<Turn<View>>;
}
