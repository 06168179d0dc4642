import type { FastifyInstance } from 'fastify'
import { copiesCall } from '#contract/access/copies.ts'
import { mount } from '#server/http/pipeline.ts'

export function copyRoutes(app: FastifyInstance): void {
  mount(app, copiesCall, async ({ services }) => ({
    data: {
      is_external: services.config.database !== undefined,
      has_archive: services.config.walArchive !== undefined,
      schedule: services.copies.schedule,
      last: services.copies.last(),
    },
  }))
}
