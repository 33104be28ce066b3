/** The wasm backend is imported before the package. */
import '@tensorflow/tfjs-backend-wasm';
import { testImportOrder } from './import_order.js';

testImportOrder(() => import('tfjs-gather-scatter'));
