/** The address of the site in its page, for previews of links. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteAddress, withSiteAddress } from '../../../demo/site_address.js';

const PAGE = join(__dirname, '..', '..', '..', 'demo', 'page');
const INDEX = readFileSync(join(PAGE, 'index.html'), 'utf8');

/** The content of the tags for previews, by property. */
function previewOf(html: string): Map<string, string> {
  const tags = [...html.matchAll(/<meta\s+property="(og:[\w:]+)"\s+content="([^"]*)"/g)];
  return new Map(tags.map(([, name, content]) => [name, content]));
}

test.each([
  [undefined, undefined, undefined],
  ['', undefined, undefined],
  [undefined, 'https://example.org/tfjs', 'https://example.org/tfjs/'],
  ['https://example.com/demo/', 'https://example.org', 'https://example.com/demo/'],
  ['http://localhost:8000', undefined, 'http://localhost:8000/'],
])('SITE_URL %p and the homepage %p give %p', (given, homepage, address) => {
  expect(siteAddress(given, homepage)).toBe(address);
});

test.each(['example.com', 'ftp://example.com/', '/demo'])('SITE_URL %p is an error', (given) => {
  expect(() => siteAddress(given, undefined)).toThrow(
    `SITE_URL is '${given}', expected an address such as https://example.com/demo/.`,
  );
});

test('a page whose address is known has the picture in full', () => {
  const preview = previewOf(withSiteAddress(INDEX, 'https://example.com/some/demo/'));
  expect(preview.get('og:image')).toBe('https://example.com/some/demo/preview.png');
  expect(preview.get('og:url')).toBe('https://example.com/some/demo/');
  expect(preview.get('og:title')).toBe('tfjs-gather-scatter');
});

test('any other page names a picture beside itself', () => {
  const picture = previewOf(withSiteAddress(INDEX, undefined)).get('og:image') ?? '';
  expect(existsSync(join(PAGE, 'public', picture))).toBe(true);
});
