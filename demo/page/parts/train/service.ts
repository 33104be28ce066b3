/** The service of a lane. The site holds its book: chapters 44 to 79 of Moby-Dick, 1851. */
import type { Way } from '../../worker/index.js';
import bookUrl from './moby_dick.txt?url';
import { createTrainer } from './trainer.js';
import { readBook } from './words_learner.js';

export const createService = (way: Way) => createTrainer(way, loadBook);

async function loadBook() {
  const response = await fetch(bookUrl);
  if (!response.ok)
    throw new Error(`The book did not load: the server answered ${response.status}.`);
  return readBook(await response.text());
}
