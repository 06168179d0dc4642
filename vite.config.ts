import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import icons from 'unplugin-icons/vite'
import { createLogger, defineConfig } from 'vite'
import { chunkOf } from './scripts/bundle-chunks.ts'
import { serviceWorker } from './scripts/service-worker-plugin.ts'

// The roots by their names, as package.json has them for Node; said here because Vite's root is web/ alone.
const rootOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

// Vite's own reader of CSS modules sets no source on what `composes` brings along from another file, and Vite then warns of
// a plugin; those files name no other. The first start would begin with it.
const customLogger = createLogger()
const { warnOnce } = customLogger
customLogger.warnOnce = (message, options) => {
  if (!message.includes('`from` option to `postcss.parse`')) warnOnce(message, options)
}

export default defineConfig({
  customLogger,
  root: rootOf('web'),
  // Built pages are asked from the place they are served at, never relative to a deep address of the application.
  base: '/',
  plugins: [react(), icons({ compiler: 'jsx', jsx: 'react' }), serviceWorker()],
  server: { fs: { allow: [rootOf('.')] } },
  build: {
    outDir: rootOf('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: fonts, and the big files are cached by name anyway.
    assetsInlineLimit: 0,
    // Files are measured compressed, in `bench/bundle.ts`.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // A family is one file: what its lazy pages import of it is in the file whichever way they ask.
      checks: { ineffectiveDynamicImport: false },
      output: {
        codeSplitting: {
          // Each chunk is complete already; what Mantine's one file of everything imports would come along otherwise.
          includeDependenciesRecursively: false,
          groups: [{ name: chunkOf(), debugName: 'chunks' }],
        },
      },
    },
  },
})
