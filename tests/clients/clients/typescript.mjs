// The official TypeScript client, pinned to one era.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const MODES = { modern: { pin: '2026-07-28' }, legacy: 'legacy' };

export async function connect({ transport, era, url, binary, data, env }) {
  const client = new Client(
    { name: 'vitalog-client-tests', version: '1.0.0' },
    { versionNegotiation: { mode: MODES[era] } },
  );
  await client.connect(
    transport === 'http'
      ? new StreamableHTTPClientTransport(new URL(url))
      : new StdioClientTransport({ command: binary, args: ['stdio', '--data', data], env, stderr: 'ignore' }),
  );
  return {
    revision: client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools()).tools,
    listPrompts: async () => (await client.listPrompts()).prompts,
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}
