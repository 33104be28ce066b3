/** Modules import styles, which Vite puts into the page. */
declare module '*.css';
