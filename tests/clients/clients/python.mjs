// The official Python client: a child process that runs it, asked line by line.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const MODES = { modern: '2026-07-28', legacy: 'legacy' };

export async function connect({ transport, era, url, binary, data, env, python }) {
  const target = transport === 'http' ? { url } : { command: binary, args: ['stdio', '--data', data], env };
  const child = spawn(python, [join(import.meta.dirname, 'python_client.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('the Python client ended');
    const { result, error } = JSON.parse(value);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  const { revision } = await ask({ mode: MODES[era], ...target });
  return {
    revision,
    listTools: async () => (await ask({ method: 'list_tools' })).tools,
    listPrompts: async () => (await ask({ method: 'list_prompts' })).prompts,
    getPrompt: (name, args) => ask({ method: 'get_prompt', params: [name, args] }),
    callTool: (name, args) => ask({ method: 'call_tool', params: [name, args] }),
    close: async () => {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      child.stdin.end();
      await ended;
    },
  };
}
