import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/core/refusal.ts'
import { languageOf, type Words } from '../core/locale.ts'
import { sendRefusal } from './errors.ts'

const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The built pages with their precompressed twins; every other GET is the application's own address. */
export async function serveWeb(app: FastifyInstance, words: Words, root = builtPages): Promise<void> {
  // One route for all of them: a route per file took ten megabytes.
  const files = new Set(existsSync(root) ? filesBelow(root) : [])
  const built = files.has('index.html')
  if (built) {
    await app.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Vite names assets by their content, so they never change; the page that names them always may.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
      const path = request.params['*'] || 'index.html'
      return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
    })
  }
  app.setNotFoundHandler((request, reply) => {
    // Only the path tells a file from a page: an address in the query (`?email=a@example.sa`) has a dot of its own.
    const [path = ''] = request.url.split('?')
    const isPage = request.method === 'GET' && !path.startsWith('/api') && !/\.\w{2,5}$/.test(path)
    if (built && isPage) return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return sendRefusal(reply, new Refusal('not_found'), words, languageOf(request.headers['accept-language']), 'common')
  })
}

/** Paths as addresses spell them. The compressed twins have no address of their own. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
