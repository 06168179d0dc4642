import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const worker = fileURLToPath(new URL('../web/offline/worker.ts', import.meta.url))
/** Stored for a start without a connection. Papers and reports ask the server for their fonts. */
const isKept = (file: string) => /\.(js|css|html|svg|woff2|webmanifest)$/.test(file)

/** Builds the service worker next to the pages. It knows every file of this build, and which of them changed. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
      const entries = files.filter(isKept).map((file) => ({ url: `/${file}`, revision: revisionOf(dir, file) }))
      await build({
        configFile: false,
        logLevel: 'warn',
        define: { PRECACHED: JSON.stringify(entries), 'process.env.NODE_ENV': '"production"' },
        publicDir: false,
        build: {
          outDir: dir,
          emptyOutDir: false,
          rolldownOptions: {
            input: worker,
            output: { format: 'iife', entryFileNames: 'service-worker.js', codeSplitting: false },
          },
        },
      })
    },
  }
}

/** Assets are named by their content. */
const revisionOf = (dir: string, file: string) =>
  file.startsWith('assets/')
    ? null
    : createHash('sha256')
        .update(readFileSync(`${dir}/${file}`))
        .digest('hex')
        .slice(0, 16)
