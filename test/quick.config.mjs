/** The quick set, as `npm test` runs it. */
import { configOf } from '../jest.config.js';

export default configOf('quick');
