/** The first part: runs code that fails without the package, and leads to the other parts. */
import { hashOf } from '../../shared/address.js';
import { CopyButton } from '../../shared/code.js';
import type { Part } from '../../shell/parts.js';
import { Cards } from './cards.js';
import { Claims } from './claims.js';
import { Tiles } from './tiles.js';
import './style.css';

export const part: Part = {
  title: 'Train through gather and scatter',
  summary:
    'Graph networks, embeddings and particles read and write at computed indices. ' +
    'Can TensorFlow.js train through that? Run the same few lines twice and see.',
  View,
};

const INSTALL = 'npm install tfjs-gather-scatter @tensorflow/tfjs';
const PACKAGE = 'https://www.npmjs.com/package/tfjs-gather-scatter';

function View() {
  return (
    <div class="part start">
      <Claims />
      <h3>See it learn</h3>
      <Cards />
      <p>
        <a href={hashOf('machine')}>How fast is it here?</a> Run the benchmark in your browser.
      </p>
      <h3>What a scatter does</h3>
      <Tiles />
      <div class="row">
        <span class="row panel">
          <code>{INSTALL}</code>
          <CopyButton text={INSTALL} />
        </span>
        <a href={PACKAGE}>Package</a>
        <a href={`${PACKAGE}?activeTab=code`}>Source</a>
        <a href="./api/index.html">API</a>
      </div>
    </div>
  );
}
