// The official conformance suite against a build that has the suite's fixtures.
//
//   node conformance.mjs --binary PATH
//
// Every scenario that a revision scores must pass, but for those in expected-failures.yml, and these
// must fail. So must those that the suite runs without scoring, unless they are about an extension.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startServer } from './server.mjs';
import { requirements, runSuite } from './suite.mjs';
import { Tally } from './tally.mjs';

/** By revision: the scenarios that may fail, and those that only warn that there is no session. */
const REVISIONS = {
  '2026-07-28': { failing: [], warning: [] },
  '2025-11-25': {
    failing: [
      'elicitation-sep1034-defaults',
      'elicitation-sep1330-enums',
      'tools-call-elicitation',
      'tools-call-sampling',
    ],
    warning: ['server-sse-multiple-streams', 'server-sse-polling'],
  },
};

const { values: options } = parseArgs({ options: { binary: { type: 'string' } } });
if (!options.binary) {
  console.error('usage: node conformance.mjs --binary PATH');
  process.exit(2);
}

const total = new Tally();

await total.check('the expected failures are the four that are known', async () => {
  const file = await readFile(join(import.meta.dirname, 'expected-failures.yml'), 'utf8');
  const lines = file.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const known = Object.values(REVISIONS).flatMap((revision) => revision.failing);
  assert.deepEqual(lines.sort(), ['server:', ...known.map((name) => `  - ${name}`)].sort());
});

await total.check('without the flag no fixture is listed', async () => {
  const names = await withServer([], listTools);
  assert.ok(names.includes('get_report_data'));
  assert.deepEqual(names.filter(isFixture), []);
});

await withServer(['--conformance'], async (url) => {
  await total.check('with the flag the fixtures stand beside the tools', async () => {
    const names = await listTools(url);
    assert.ok(names.includes('get_report_data') && names.some(isFixture));
  });
  for (const [revision, known] of Object.entries(REVISIONS)) {
    const tally = new Tally(revision);
    await tally.check('the suite runs', () => judge(url, revision, known, tally));
    total.add(tally);
  }
});

console.log(`conformance: ${total}`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs the suite for one revision and counts the checks of the scenarios that are to pass. */
async function judge(url, revision, known, tally) {
  const { scored, notScored } = await requirements(revision);
  const found = await runSuite(url, revision);
  const beside = [...notScored].filter(([, reason]) => reason !== 'extension').map(([name]) => name);
  const failing = [];
  const warning = [];
  let passing = 0;
  for (const name of [...scored, ...beside]) {
    const checks = found.get(name) ?? [{ id: 'not run', status: 'FAILURE' }];
    const failed = checks.filter((check) => check.status === 'FAILURE');
    if (checks.some((check) => check.status === 'WARNING')) warning.push(name);
    if (failed.length > 0) {
      failing.push(name);
      if (known.failing.includes(name)) continue;
    } else if (scored.includes(name)) {
      passing += 1;
    }
    tally.passed += checks.filter((check) => check.status === 'SUCCESS').length;
    for (const check of failed) {
      await tally.check(`${name}, ${check.id}`, () => assert.fail(check.errorMessage));
    }
  }
  await tally.check('exactly the expected scenarios fail', () => {
    assert.deepEqual(failing.sort(), known.failing);
  });
  await tally.check('exactly the expected scenarios warn', () => {
    assert.deepEqual(warning.sort(), known.warning);
  });
  console.log(
    `${tally}  (${passing} of ${scored.length} scored scenarios pass, ${known.failing.length} fail as expected; ` +
      `${beside.length} run unscored, ${notScored.size - beside.length} are of extensions)`,
  );
}

async function withServer(flags, use) {
  const server = await startServer(options.binary, flags);
  try {
    return await use(server.target.url);
  } finally {
    await server.stop();
  }
}

async function listTools(url) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return (await answer.json()).result.tools.map((tool) => tool.name);
}

function isFixture(name) {
  return name.startsWith('test_') || name === 'json_schema_2020_12_tool';
}
