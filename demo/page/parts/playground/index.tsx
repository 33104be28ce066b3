import type { Part } from '../../shell/parts.js';

export const part: Part = { title: 'Playground', summary: '', View: () => <p>…</p> };
