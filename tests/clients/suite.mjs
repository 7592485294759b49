// The official conformance suite: running it, and reading what it found.

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newerNode, PACKAGES } from './node.mjs';

const SUITE = join(PACKAGES, '@modelcontextprotocol/conformance');
/** A run takes seconds; one that hangs must not hold up the others. */
const MOST_MS = 180_000;

/** Runs what a revision requires; returns the checks of each scenario by its name. */
export async function runSuite(url, revision) {
  const folder = await mkdtemp(join(tmpdir(), 'vitalog-conformance-'));
  try {
    const args = ['server', '--url', url, '--requirements', revision, '-o', folder];
    await run([join(SUITE, 'dist/index.js'), ...args]);
    const found = new Map();
    for (const run of await readdir(folder)) {
      // A run's folder is named for the role, the scenario and the time.
      const name = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
      found.set(name, JSON.parse(await readFile(join(folder, run, 'checks.json'), 'utf8')));
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The scenarios of a server that a revision scores, and those it only runs, with the reason. */
export async function requirements(revision) {
  const text = await readFile(join(SUITE, `requirements/${revision}.yaml`), 'utf8');
  const scored = [];
  const notScored = new Map();
  let section;
  let entry;
  for (const line of text.split('\n')) {
    const [, key] = line.match(/^(\w+):/) ?? [];
    section = key ?? section;
    const [, scenario] = line.match(/^ {2}- ([\w/-]+)$/) ?? [];
    if (section === 'server' && scenario) scored.push(scenario);
    if (section !== 'not_scored') continue;
    const [, name, value] = line.match(/^ {2}[- ] (scenario|leg|reason): (\S+)/) ?? [];
    if (name === 'scenario') entry = { scenario: value };
    if (name === 'leg') entry.leg = value;
    if (name === 'reason' && entry.leg === 'server') notScored.set(entry.scenario, value);
  }
  return { scored, notScored };
}

/** What the suite prints is shown when it fails to run; that scenarios fail is not that. */
async function run(args) {
  const child = spawn(newerNode(), args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: MOST_MS });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (!output.includes('=== SUMMARY ===')) throw new Error(`the suite broke off:\n${output}`);
}
