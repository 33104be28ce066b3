/**
 * The webgl backend's flags in tfjs' environment. Like tfjs' own flags, they can be set in a page's URL.
 */
import { env } from '../contract/tfjs_seam.js';
import { registerCheckFlag } from '../contract/flags.js';
import { isOneOf, oneOf, show } from '../contract/messages.js';

/** How to scatter: 'auto' chooses; 'drawn' and 'scanned' force one way, for tests. */
const STRATEGY = 'GATHER_SCATTER_STRATEGY';

const STRATEGIES = ['auto', 'drawn', 'scanned'] as const;

export function registerFlags(): void {
  registerCheckFlag();
  env().registerFlag(STRATEGY, () => 'auto');
}

export function strategyFlag(caller: string): (typeof STRATEGIES)[number] {
  const flag = env().get(STRATEGY);
  if (isOneOf(flag, STRATEGIES)) return flag;
  throw new Error(
    `${caller}: the flag ${STRATEGY} is ${show(flag)}, expected ${oneOf(STRATEGIES)}.`,
  );
}
