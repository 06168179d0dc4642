// The options the server is started with, each with its reason and its figure (decision 0010, benchmark of 200,000 invoices). They
// are internals of the engine without a promise: what the running Node does not know is left out, and the server starts without it
// (`node server/main.ts` needs none of them).
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const reasons = [
  // One compiler thread instead of four: on two cores four competed with postings and used 3 MB.
  ['--v8-pool-size=1', 'node'],
  // Without the middle compiler: 17 MB less under load, a posting a twentieth dearer until the last compiler has seen it.
  ['--no-maglev', 'v8'],
  // Without the first compiler: 4 to 5 MB less, postings and reads as fast or faster.
  ['--no-sparkplug', 'v8'],
  // The last compiler sees a function after 400 calls instead of 3,000: a posting costs the server a quarter less.
  ['--invocation-count-for-turbofan=400', 'v8'],
  // The young heap is collected by the thread that filled it: a fifteenth of the server's work on busy cores.
  ['--no-parallel-scavenge', 'v8'],
  // A young heap of 8 MB and an old one that grows by 20 %: 200 MB at rest became 130, 300 under load 155.
  ['--max-semi-space-size=8', 'v8'],
  ['--heap-growing-percent=20', 'v8'],
]

/** Those that this Node knows. `program` is the Node that will run with them. */
export function knownFlags(program = process.execPath) {
  const { stdout } = spawnSync(program, ['--v8-options'], { encoding: 'utf8', maxBuffer: 10_000_000 })
  // V8 lists `--maglev`; `--no-maglev` is its other spelling. Some are listed with underscores.
  const spelled = (stdout ?? '').replaceAll('_', '-')
  const isKnown = (flag, owner) => {
    const name = flag.replace(/^--no-/, '--').split('=')[0]
    if (owner === 'node') return true
    return new RegExp(`\\s${name}\\s`).test(spelled)
  }
  return reasons.filter(([flag, owner]) => isKnown(flag, owner)).map(([flag]) => flag)
}

/** The options of node for the server. The first part may contain more options. */
export const serverArguments = () => [
  '--import',
  new URL('./compile-cache.mjs', import.meta.url).href,
  ...knownFlags(),
  fileURLToPath(new URL('../server/main.ts', import.meta.url)),
]
