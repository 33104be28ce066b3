/** Suppresses the hint that tfjs prints in every Node process that uses its cpu backend. */
const { warn } = console;

console.warn = (...words: unknown[]) => {
  if (!String(words[0]).includes('you are running TensorFlow.js in Node.js')) warn(...words);
};
