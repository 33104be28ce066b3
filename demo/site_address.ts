/** Writes the address of the site into its page. Link previews need it in full. */

/** Returns the address from the environment, or else from package.json. */
export function siteAddress(
  given: string | undefined,
  homepage: string | undefined,
): string | undefined {
  const address = given === '' ? homepage : (given ?? homepage);
  if (address === undefined) return undefined;
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new Error(
      `SITE_URL is '${address}', expected an address such as https://example.com/demo/.`,
    );
  }
  // Without the slash, addresses within the site would replace its last folder.
  return address.endsWith('/') ? address : `${address}/`;
}

/** Makes the address of the picture absolute. It stays relative if the site's address is unknown. */
export function withSiteAddress(html: string, address: string | undefined): string {
  if (address === undefined) return html;
  const picture = '<meta property="og:image" content="./preview.png" />';
  if (!html.includes(picture)) throw new Error(`index.html has no ${picture}.`);
  const url = new URL('preview.png', address).href;
  return html.replace(
    picture,
    `<meta property="og:url" content="${address}" />\n    ` +
      `<meta property="og:image" content="${url}" />`,
  );
}
