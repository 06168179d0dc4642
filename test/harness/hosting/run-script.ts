import { type ChildProcess, spawn } from 'node:child_process'

export type ScriptRun = { child: ChildProcess; ended: Promise<{ code: number | null; said: string }> }

/** Runs a program of `scripts` as a person would, with nothing of this environment but the path. `before` are words of a shell that are run first. */
export function runScript(
  name: string,
  given: readonly string[],
  environment: Record<string, string>,
  before = '',
): ScriptRun {
  const path = new URL(`../../../scripts/${name}.ts`, import.meta.url).pathname
  const { PATH, HOME } = process.env
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', path, ...given]
  const env = { PATH, HOME, ...environment }
  const child = before
    ? spawn('sh', ['-c', `${before}; exec "$@"`, 'sh', ...command], { env })
    : spawn(command[0] as string, command.slice(1), { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      said += bytes
    })
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { child, ended }
}
