// The server that get_coverage is measured against: the official TypeScript SDK, answering every
// call with the same document.
//
// node peer.mjs ANSWER listens on a free port of the loopback address and says so on standard
// error. ANSWER is a file that holds the document.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { z } from 'zod';

const answer = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const inputSchema = z.object({
  metrics: z.array(z.string()).optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
});

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'peer', version: '1.0.0' });
  server.registerTool('get_coverage', { description: 'Which days have data.', inputSchema }, () => answer);
  return server;
}, { legacy: 'stateless', responseMode: 'json' });

const server = createServer(toNodeHandler(handler));
server.listen(0, '127.0.0.1', () => {
  console.error(`listening on http://127.0.0.1:${server.address().port}`);
});
