import type { Part } from '../../shell/parts.js';

export const part: Part = { title: 'Your machine', summary: '', View: () => <p>…</p> };
