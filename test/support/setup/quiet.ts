/** Keeps out of the output what tfjs tells every process that uses its cpu backend in Node. */
const { warn } = console;

console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('you are running TensorFlow.js in Node.js')) warn(...words);
};
