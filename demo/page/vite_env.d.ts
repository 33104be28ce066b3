/** Types for modules that import styles, which Vite puts into the page. */
declare module '*.css';

/** Types for files whose address Vite gives. */
declare module '*?url' {
  const url: string;
  export default url;
}

/** Types for files whose text Vite gives. */
declare module '*?raw' {
  const text: string;
  export default text;
}
