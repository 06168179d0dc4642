import type { FastifyInstance } from 'fastify'
import { fileCall } from '#contract/files.ts'
import { Refusal } from '#server/core/refusal.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'

/** Images answer bytes, not `{ data }`, so this route leaves the kit; the tenant is part of the capability's name. */
export function fileRoutes(app: FastifyInstance): void {
  app.route({
    method: 'GET',
    url: fileCall.path,
    config: { call: fileCall },
    handler: async (request, reply) => {
      const params = fileCall.params.safeParse(request.params)
      if (!params.success) throw new Refusal('not_found')
      const { name } = params.data
      const file = await inTenant(app.services.pool, Number(name.split('-')[0]), 'read', (db) =>
        db.selectFrom('stored_files').select(['content', 'mimetype']).where('name', '=', name).executeTakeFirst(),
      )
      if (!file) throw new Refusal('not_found')
      return reply
        .header('content-type', file.mimetype)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send(file.content)
    },
  })
}
