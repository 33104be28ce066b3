/** A TypeDoc plugin for what its options cannot do. */
import { Comment, Converter, JSX, ReflectionKind } from 'typedoc';

/** Names a document's page after its heading instead of its file. */
function nameAfterHeading(_, document) {
  const heading = /^# (.+)$/m.exec(document.content.map(({ text }) => text).join(''));
  if (heading) document.name = heading[1];
}

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context) => {
    leaveOutInstalled(context);
    describeMethods(context.project);
    linkDemo(context.project);
  });
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, nameAfterHeading);
  // The API pages are a folder of the demo's site. A link in the options would be relative to each page.
  app.renderer.hooks.on('sidebar.end', ({ relativeURL }) =>
    JSX.createElement('a', { href: relativeURL('../index.html') }, 'To the demo'),
  );
}

/**
 * Leaves out the declarations of dependencies. /chained adds methods to tfjs' Tensor, which /tf
 * re-exports: TypeDoc would document the whole class as part of this package.
 */
function leaveOutInstalled(context) {
  for (const reflection of Object.values(context.project.reflections)) {
    const declarations = context.getSymbolFromReflection(reflection)?.declarations ?? [];
    const files = declarations.map((declaration) => declaration.getSourceFile().fileName);
    if (files.some((name) => name.includes('/node_modules/'))) {
      context.project.removeReflection(reflection);
    }
  }
}

/** Links the README's first line to the demo, which is on the same site. */
function linkDemo({ readme }) {
  for (const part of readme) part.text = part.text.replace('](#demo)', '](../index.html)');
}

/** Links each tensor method to the function that it calls. */
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
