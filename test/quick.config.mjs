/** The quick set, for `npm test`. */
import { configOf } from '../jest.config.js';

export default configOf('quick');
