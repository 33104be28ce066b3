/**
 * Finds elements of a page by the names that a person sees or hears:
 *
 * ```ts
 * await field(page, 'Nodes').fill('100');
 * expect(await figure(page, 'Accuracy').text()).toContain('90.0 %');
 * ```
 */
import type { Page } from 'puppeteer-core';
import { Elements } from './elements.js';

/** Elements by a selector; within others, if they are given. */
export function elements(page: Page, selector: string, within?: Elements): Elements {
  return within?.find(selector) ?? new Elements(page, selector);
}

/** Elements of a role by their exact accessible name. */
const byRole = (role: string) => (page: Page, name: string, within?: Elements) =>
  elements(page, `::-p-aria([name="${name}"][role="${role}"])`, within);

export const button = byRole('button');
export const figure = byRole('figure');
export const group = byRole('group');
export const heading = byRole('heading');
export const link = byRole('link');
export const region = byRole('region');
export const status = byRole('status');

/** The field with a label. */
export const field = (page: Page, label: string, within?: Elements) =>
  elements(page, `::-p-aria([name="${label}"]):is(input, select, textarea)`, within);

/** A picture by how its description begins. */
export const image = (page: Page, start: string) =>
  elements(page, `[role="img"][aria-label^="${start}"]`);

/** Failures that the page shows. */
export const alert = (page: Page) => elements(page, '[role="alert"]');
