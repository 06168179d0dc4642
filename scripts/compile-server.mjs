// Loads every module of the server once, with the flags it is started with, so that the first start finds it compiled and
// stripped of its types as later ones do: the compiler of types alone would take thirty megabytes as long as it runs.
import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Tests, and what runs in a process of its own. */
const isLeftOut = (path) =>
  /\.test\.ts$|(pdf\/worker|processes\/task-server|processes\/watch-limits)\.ts$/.test(path.replaceAll('\\', '/'))
const modules = globSync('server/**/*.ts', { cwd: root }).filter((path) => !isLeftOut(path))
for (const path of modules) await import(new URL(`../${path}`, import.meta.url).href)
flushCompileCache()
process.exit(0)
