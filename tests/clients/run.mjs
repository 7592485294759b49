// Official MCP clients against a running vitalog, each in both eras, over HTTP and stdio.
//
//   node run.mjs --binary PATH --python PATH
//
// Every client and era must run: one that cannot be started is a failure, never a skip.

import { parseArgs } from 'node:util';

import * as inspector from './clients/inspector.mjs';
import * as python from './clients/python.mjs';
import * as typescript from './clients/typescript.mjs';
import { runScenario } from './scenario.mjs';
import { startServer } from './server.mjs';
import { Tally } from './tally.mjs';

const CLIENTS = { typescript, python, inspector };
const ERAS = ['modern', 'legacy'];
const TRANSPORTS = ['http', 'stdio'];

const { values: options } = parseArgs({
  options: {
    binary: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    only: { type: 'string', default: '' },
  },
});
if (!options.binary) {
  console.error('usage: node run.mjs --binary PATH [--python PATH] [--only WORD]');
  process.exit(2);
}

const total = new Tally();
const server = await startServer(options.binary);
try {
  await total.check('a push is answered with its counts', () => server.pushFixtures());
  let run = 0;
  for (const [name, client] of Object.entries(CLIENTS)) {
    for (const transport of TRANSPORTS) {
      for (const era of ERAS) {
        const title = `${name} ${transport} ${era}`;
        run += 1;
        if (!title.includes(options.only)) continue;
        const target = { transport, era, ...server.target, python: options.python };
        const tally = new Tally(title);
        const began = performance.now();
        await tally.check('connects', async () => {
          const session = await client.connect(target);
          try {
            await runScenario(session, tally, { era, run, transport });
          } finally {
            await session.close();
          }
        });
        console.log(`${tally}  (${Math.round(performance.now() - began)} ms)`);
        total.add(tally);
      }
    }
  }
  await total.check('the log holds no secret and no value', () => server.checkLog());
} finally {
  await server.stop();
}
const fresh = await startServer(options.binary);
try {
  await total.check('every example of a push is taken', () => fresh.pushEveryExample());
  await total.check('their log holds no secret and no value', () => fresh.checkLog());
} finally {
  await fresh.stop();
}
console.log(`clients: ${total}`);
process.exitCode = total.failed === 0 ? 0 : 1;
