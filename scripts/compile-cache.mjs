// Loaded before the server: what was compiled and stripped of its types once is kept for the next start, which is faster
// and does without the compiler in memory.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
