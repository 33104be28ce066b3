/** Types of styles, and of files whose address or text Vite gives. */
/// <reference types="vite/client" />
