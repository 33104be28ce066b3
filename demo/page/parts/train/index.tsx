import type { Part } from '../../shell/parts.js';

export const part: Part = { title: 'Train', summary: '', View: () => <p>…</p> };
