/**
 * Summarises a jest report: `node scripts/ci_report.mjs REPORT` prints how many tests passed and
 * failed, and lists the failed ones on stderr.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Lists the failed tests of a suite, with the first line of each error. */
function failuresOf({ name, message, assertionResults }) {
  const suite = relative('.', name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${suite}: ${firstLine(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${suite}: ${fullName}: ${firstLine(failureMessages[0])}`,
  );
}

function firstLine(text = '') {
  return text.trim().split('\n', 1)[0];
}

let report = {};
try {
  report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
} catch (error) {
  console.error(`jest wrote no report: ${error.message}`);
}
const { numPassedTests = 0, numFailedTests = 0, numRuntimeErrorTestSuites = 0 } = report;
const suites = (report.testResults ?? []).filter(({ status }) => status === 'failed');
for (const line of suites.flatMap(failuresOf)) console.error(line);
console.log(numPassedTests, numFailedTests + numRuntimeErrorTestSuites);
