/** Runs a command in the repository, with its output shown; returns whether it succeeded. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export function succeeds(command, args, { cwd = root, env = {} } = {}) {
  const options = { cwd, env: { ...process.env, ...env }, stdio: 'inherit' };
  const { status, error } = spawnSync(command, args, options);
  if (error) console.error(error.message);
  if (status !== 0) console.error(`${command} ${args.join(' ')} failed.`);
  return status === 0;
}
