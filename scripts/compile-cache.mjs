// Loaded before the server: compiled modules without types are cached for the next start, which is faster and needs no
// compiler in memory.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
