export { default } from '../sum.jsx';
