// MCP Inspector's command line: one process for each question, as its users run it.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { newerNode, PACKAGES } from '../node.mjs';

const INSPECTOR = join(PACKAGES, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');

export async function connect({ transport, era, url, binary, data, env }) {
  const home = await mkdtemp(join(tmpdir(), 'vitalog-inspector-'));
  const config = join(home, 'servers.json');
  const server = transport === 'http'
    ? { type: 'streamable-http', url }
    : { type: 'stdio', command: binary, args: ['stdio', '--data', data], env };
  await writeFile(config, JSON.stringify({ mcpServers: { vitalog: server } }));
  const program = newerNode();

  const ask = (method, ...options) => new Promise((resolve, reject) => {
    const args = [INSPECTOR, '--cli', '--config', config, '--server', 'vitalog'];
    args.push('--protocol-era', era, '--stored-auth-only', '--format', 'json', '--quiet');
    args.push('--method', method, ...options);
    const settings = { env: { PATH: process.env.PATH, HOME: home }, maxBuffer: 64 << 20 };
    execFile(program, args, settings, (error, stdout, stderr) => {
      const result = stdout.trim() === '' ? undefined : JSON.parse(stdout).result;
      // A tool's own error ends with an exit code too; any other is a failure, with what
      // `--strict` has against a schema on its error output.
      if (result !== undefined && (!error || result.isError)) resolve(result);
      else reject(new Error(`${method}: ${stderr.trim() || error?.message}`));
    });
  });
  return {
    // The command line does not show the revision; `--protocol-era` fails where it is not met.
    revision: undefined,
    listTools: async () => (await ask('tools/list', '--strict')).tools,
    listPrompts: async () => (await ask('prompts/list')).prompts,
    getPrompt: (name, args) => ask('prompts/get', '--prompt-name', name, '--prompt-args',
      ...Object.entries(args).map(([key, value]) => `${key}=${value}`)),
    callTool: (name, args) =>
      ask('tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)),
    close: () => rm(home, { recursive: true, force: true }),
  };
}
