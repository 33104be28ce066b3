/** The package is imported before the wasm backend. */
import 'tfjs-gather-scatter';
import { testImportOrder } from './import_order.js';

testImportOrder(() => import('@tensorflow/tfjs-backend-wasm'));
