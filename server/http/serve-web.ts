import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/kit/refusal.ts'
import { sendRefusal } from './errors.ts'
import { languageOf, type Words } from './locale.ts'

const root = fileURLToPath(new URL('../../dist/web', import.meta.url))

/** The built pages with their precompressed twins; every other GET is the application's own address. */
export async function serveWeb(app: FastifyInstance, words: Words): Promise<void> {
  const built = existsSync(`${root}/index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Vite names assets by their content, so they never change; the page that names them always may.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
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
