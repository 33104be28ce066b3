/**
 * A plugin of TypeDoc for what its options cannot say.
 */
import { Comment, Converter, JSX, ReflectionKind } from 'typedoc';

/** Names the pages of documents after their headings, not their files. */
function nameAfterHeading(_, document) {
  const heading = /^# (.+)$/m.exec(document.content.map(({ text }) => text).join(''));
  if (heading) document.name = heading[1];
}

/** True for a declaration of a dependency. */
const isInstalled = (declaration) =>
  declaration.getSourceFile().fileName.includes('/node_modules/');

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    leaveOutInstalled(context);
    describeMethods(context.project);
  });
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, nameAfterHeading);
  // The pages are a folder of the demo's site. A link of the options would be relative to each page.
  app.renderer.hooks.on('sidebar.end', ({ relativeURL }) =>
    JSX.createElement('a', { href: relativeURL('../index.html') }, 'To the demo'),
  );
}

/**
 * Leaves out what a dependency declares. /chained adds methods to tfjs' Tensor, which /tf exports
 * again: TypeDoc would show the whole class as this package's.
 */
function leaveOutInstalled(context) {
  for (const reflection of Object.values(context.project.reflections)) {
    const symbol = context.getSymbolFromReflection(reflection);
    if (symbol?.declarations?.some(isInstalled)) context.project.removeReflection(reflection);
  }
}

/** Links each method of a tensor with the function that it calls. */
function describeMethods(project) {
  const functions = project.getReflectionsByKind(ReflectionKind.Function);
  const methods = project.getReflectionsByKind(ReflectionKind.Property);
  for (const method of methods.filter(({ parent }) => parent.name === 'ChainedOps')) {
    const target = functions.find(({ name }) => name === method.name);
    method.comment = new Comment([
      { kind: 'inline-tag', tag: '@link', text: method.name, target },
      { kind: 'text', text: ' with this tensor as the first argument.' },
    ]);
  }
}
