import type { FastifyInstance } from 'fastify'
import { openApi } from './openapi.ts'

/** `/api/docs`: the OpenAPI document, for any viewer or generator. Built at the first request and cached. */
export function docsRoutes(app: FastifyInstance): void {
  let document: string | undefined
  app.get('/docs', { config: { isPublic: true } }, async (_request, reply) => {
    document ??= JSON.stringify(openApi())
    return reply.header('content-type', 'application/json; charset=utf-8').send(document)
  })
}
