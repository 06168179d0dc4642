// Loads every module of the server once, with the flags it is started with, so that the first start finds it compiled and
// stripped of its types as later ones do: the compiler of types alone would take thirty megabytes as long as it runs.
import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Tests, and what runs in a process of its own. */
const isLeftOut = (path) => path.endsWith('.test.ts') || path.replaceAll('\\', '/').endsWith('pdf/worker.ts')
const modules = globSync('server/**/*.ts', { cwd: root, exclude: isLeftOut })
for (const path of modules) await import(new URL(`../${path}`, import.meta.url).href)
flushCompileCache()
process.exit(0)
