/** Runs the programs that the page shows, and catches what they print or throw. */
import type { Way } from '../../worker/index.js';

/** Importing a program runs it. */
const PROGRAMS = {
  gradient: () => import('./programs/gradient.js'),
  embedding: () => import('./programs/embedding.js'),
};

export type Program = keyof typeof PROGRAMS;

export interface Outcome {
  verdict: string;
  /** What the program printed, or its error. */
  text: string;
}

export function createService(way: Way) {
  return {
    /** Runs a program, once in this worker. */
    async run(program: Program): Promise<Outcome> {
      if (way === 'package') await import('tfjs-gather-scatter');
      const printed: string[] = [];
      const { log } = console;
      console.log = (...values: unknown[]) => {
        printed.push(values.join(' '));
      };
      try {
        await PROGRAMS[program]();
        return { verdict: '✓ It prints', text: printed.join('\n') };
      } catch (error) {
        return { verdict: '✗ It throws', text: String(error) };
      } finally {
        console.log = log;
      }
    },
  };
}
