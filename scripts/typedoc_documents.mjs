/**
 * A plugin of TypeDoc that names the pages of documents after their headings, not their files.
 */
import { Converter } from 'typedoc';

export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const heading = /^# (.+)$/m.exec(document.content.map(({ text }) => text).join(''));
    if (heading) document.name = heading[1];
  });
}
