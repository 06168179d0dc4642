import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import icons from 'unplugin-icons/vite'
import { defineConfig } from 'vite'

// The roots by their names, as package.json has them for Node; said here because Vite's root is web/ alone.
const rootOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

export default defineConfig({
  root: rootOf('web'),
  // Built pages are asked from the place they are served at, never relative to a deep address of the application.
  base: '/',
  plugins: [react(), icons({ compiler: 'jsx', jsx: 'react' })],
  server: { fs: { allow: [rootOf('.')] } },
  build: {
    outDir: rootOf('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows no data: fonts, and the big files are cached by name anyway.
    assetsInlineLimit: 0,
  },
})
