/** What the quick set leaves out, as `npm run test:rest` runs it. */
import { configOf } from '../jest.config.js';

export default configOf('rest');
