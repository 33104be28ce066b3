/** An example to start from. */
import { callOf, type Call, type WrittenCall } from '../call.js';

export interface Preset {
  readonly label: string;
  readonly call: Call;
  /** What one should know of it, in a sentence. */
  readonly note?: string;
}

export function preset(label: string, written: WrittenCall, note?: string): Preset {
  return { label, call: callOf(written), note };
}
