// The official conformance suite against a build that has the suite's fixtures.
//
//   node conformance.mjs --binary PATH
//
// A revision's requirements are frozen at its release; what the suite has learned since is run and
// shown, and does not count.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { newerNode, PACKAGES } from './node.mjs';
import { startServer } from './server.mjs';
import { Tally } from './tally.mjs';

const SUITE = join(PACKAGES, '@modelcontextprotocol/conformance/dist/index.js');
const REVISIONS = [
  { revision: '2026-07-28', expected: [] },
  {
    revision: '2025-11-25',
    // What needs a session; see docs/decisions/0011-no-sessions.md.
    expected: ['--expected-failures', join(import.meta.dirname, 'expected-failures.yml')],
  },
];

const { values: options } = parseArgs({ options: { binary: { type: 'string' } } });
if (!options.binary) {
  console.error('usage: node conformance.mjs --binary PATH');
  process.exit(2);
}

const tally = new Tally();
const results = await mkdtemp(join(tmpdir(), 'vitalog-conformance-'));
const server = await startServer(options.binary, ['--conformance']);
try {
  for (const { revision, expected } of REVISIONS) {
    const args = ['server', '--url', server.target.url, '--requirements', revision, ...expected];
    const { code, output } = await run(newerNode(), [SUITE, ...args, '--output-dir', results]);
    const total = output.match(/^Total: .*$/m)?.[0] ?? 'no scenario was run';
    console.log(`conformance with ${revision}, scored or not: ${total}`);
    await tally.check(`conformance with ${revision}`, () => {
      assert.ok(/^Total: [1-9]/m.test(output), output);
      const summary = output.slice(output.indexOf('=== SUMMARY'));
      assert.equal(code, 0, summary);
    });
  }
} finally {
  await server.stop();
  await rm(results, { recursive: true, force: true });
}
console.log(`conformance: ${tally}`);
process.exitCode = tally.failed === 0 ? 0 : 1;

function run(program, args) {
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 1) : 0, output: stdout + stderr });
    });
  });
}
