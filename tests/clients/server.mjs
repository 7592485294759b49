// A vitalog server on a data folder of its own, filled with synthetic pushes.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

// What a phone sends, made up; the connector's own tests read the same files.
const EXAMPLES = join(import.meta.dirname, '../../crates/connectors/src/hae/fixtures');
const START_SECONDS = 20;
const STOP_SECONDS = 5;

/** Starts `binary serve` on a free port of the loopback address, with these flags besides. */
export async function startServer(binary, flags = []) {
  const data = await mkdtemp(join(tmpdir(), 'vitalog-clients-'));
  const env = {
    PATH: process.env.PATH,
    HOME: data,
    VITALOG_TIMEZONE: 'Europe/Berlin',
    // The fixtures are older than the default switchover; with `always` their fiber counts.
    VITALOG_NET_CARBS_SWITCHOVER: 'always',
    // They ask faster than any person.
    VITALOG_LIMITS__PER_MINUTE: '0',
    VITALOG_LIMITS__PER_DAY: '0',
  };
  const child = spawn(binary, ['serve', '--data', data, '--listen', '127.0.0.1:0', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stdout.on('data', (chunk) => (log += chunk));
  child.stderr.on('data', (chunk) => (log += chunk));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const print = (command) =>
    execFileSync(binary, [command, '--data', data], {
      env,
      encoding: 'utf8',
      // What is said beside the output is for a person.
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  const origin = await listening(child, () => log);
  const url = onPort(print('url'), origin);
  const [ingest, header] = print('ingest-url').split('\n');
  const [headerName, ingestKey] = header.split(/:\s*/);
  const secrets = [lastSegment(url), lastSegment(ingest), ingestKey];

  const push = async (body, headers = {}) => {
    const answer = await fetch(onPort(ingest, origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', [headerName]: ingestKey, ...headers },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return answer.json();
  };

  return {
    // A program started by a client logs to where the client likes; only failures are of interest.
    target: { url, binary, data, env: { ...env, VITALOG_LOG__LEVEL: 'error' } },

    async pushFixtures() {
      const metrics = await push(await example('metrics-unsummarised.json'));
      // heart rate 4, steps 2, bp 1, glucose 3, insulin 2, carbs 3, fiber 2, hands 1, teeth 1,
      // sexual activity 1, stairs 1, weight 1, sleep 7, HRV 1; one more is Oura's own
      assert.equal(metrics.rows_written, 30);
      assert.deepEqual(metrics.skipped_reasons, { oura_source: 1 });
      assert.equal(metrics.reconcile, 'off');
      const again = await push(await example('metrics-unsummarised.json'));
      assert.equal(again.rows_written, 0);
      assert.equal(again.rows_unchanged, 30);
      for (const [name, count] of [['workouts-v2.json', 3], ['workouts-v1.json', 1]]) {
        const { workouts } = await push(await example(name));
        assert.equal(workouts.accepted, count);
      }
      const many = await push(manyReadings());
      assert.equal(many.rows_written, MANY);
    },

    /** Every example is taken, and nothing of it is written when it comes again. */
    async pushEveryExample() {
      const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json'));
      assert.ok(names.length >= 16, `only ${names.length} examples`);
      let written = 0;
      for (const name of names.sort()) {
        const first = counts(await push(await example(name)));
        const again = counts(await push(await example(name)));
        assert.equal(again.written, 0, `${name} is written anew`);
        assert.equal(again.stored, 0, `${name} is kept anew`);
        written += first.written;
      }
      assert.ok(written > 100, `only ${written} rows`);
    },

    checkLog() {
      for (const secret of secrets) {
        assert.ok(secret.length >= 32, 'a secret is long enough');
        assert.ok(!log.includes(secret), 'a secret stands in the log');
      }
      assert.ok(!log.includes('163.9'), 'a value stands in the log');
    },

    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1_000);
      await ended;
      clearTimeout(late);
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** What a reply says was written, of rows and of records. */
function counts({ rows_written, workouts, records }) {
  const stored = Object.values(records ?? {}).reduce((sum, kind) => sum + kind.stored, 0);
  return { written: rows_written + (workouts?.rows_written ?? 0), stored };
}

/** How many glucose readings fill an answer beyond what is sent in one piece. */
export const MANY = 1_000;
export const MANY_FROM = '2026-08-01';
export const MANY_TO = '2026-08-05';

function manyReadings() {
  const data = Array.from({ length: MANY }, (_, index) => {
    const day = String(1 + Math.floor(index / 200)).padStart(2, '0');
    const minute = 6 * (index % 200);
    const time = [Math.floor(minute / 60), minute % 60].map((it) => String(it).padStart(2, '0'));
    return {
      date: `2026-08-${day} ${time.join(':')}:00 +0200`,
      qty: 80 + (index % 60),
      source: 'Continuous Meter App',
    };
  });
  return { data: { metrics: [{ name: 'blood_glucose', units: 'mg/dL', data }] } };
}

async function example(name) {
  return JSON.parse(await readFile(join(EXAMPLES, name), 'utf8'));
}

/** Waits until the server says where it listens, and until it answers there. */
async function listening(child, log) {
  for (let waited = 0; waited < START_SECONDS * 20; waited += 1) {
    const found = log().match(/127\.0\.0\.1:(\d+)/);
    if (found && found[1] !== '0') {
      const origin = `http://127.0.0.1:${found[1]}`;
      const health = await fetch(`${origin}/healthz`).catch(() => undefined);
      if (health?.ok) return origin;
    }
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  throw new Error(`the server did not start:\n${log()}`);
}

/** The printed URL names the configured address; the port was chosen when the server started. */
function onPort(printed, origin) {
  return new URL(new URL(printed).pathname, origin).href;
}

function lastSegment(url) {
  return new URL(url).pathname.split('/').at(-1);
}
