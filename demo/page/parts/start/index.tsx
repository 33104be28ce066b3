import type { Part } from '../../shell/parts.js';

export const part: Part = { title: 'Start', summary: '', View: () => <p>…</p> };
