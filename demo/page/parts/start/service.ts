/** Runs the programs that the page shows, and captures what they print or throw. */
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
  const loading = way === 'package' ? import('../../../package_ops.js') : undefined;
  return {
    /** Runs a program, once in this worker. */
    async run(program: Program): Promise<Outcome> {
      await loading;
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
