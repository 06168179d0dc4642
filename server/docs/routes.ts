import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'
import { docsPage } from './page.ts'

/** `/api/docs`: the OpenAPI document, for any viewer or generator. Built at the first request and cached. */
export function docsRoutes(app: FastifyInstance): void {
  let document: string | undefined
  let page: string | undefined
  app.get('/docs', { config: { isPublic: true } }, async (request, reply) => {
    const { format } = request.query as { format?: string }
    // A browser gets the page for people, a program the document.
    if (format !== 'json' && (request.headers.accept ?? '').includes('text/html')) {
      page ??= docsPage(app.services.config.publicUrl, app.services.words)
      return reply.header('content-type', 'text/html; charset=utf-8').send(page)
    }
    document ??= JSON.stringify(openApi())
    return reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
}
