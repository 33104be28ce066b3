import type { Part } from '../../shell/parts.js';

export const part: Part = { title: 'Splatting', summary: '', View: () => <p>…</p> };
