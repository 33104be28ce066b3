/** Everything that is not in the quick set, for `npm run test:rest`. */
import { configOf } from '../jest.config.js';

export default configOf('rest');
