import type { FastifyInstance } from 'fastify'
import { copiesCall } from '#contract/access/copies.ts'
import type { Services } from '#server/core/services.ts'
import { mount } from '#server/http/pipeline.ts'

export function copyRoutes(app: FastifyInstance): void {
  mount(app, copiesCall, async ({ services }) => ({
    data: {
      is_encrypted: services.config.backupKey !== undefined,
      standby: services.config.databaseRead ? { lag_seconds: lagOf(services) } : null,
      is_external: services.config.database !== undefined,
      has_archive: services.config.walArchive !== undefined,
      schedule: services.copies.schedule,
      last: services.copies.last(),
    },
  }))
}

function lagOf({ reading }: Services): number | null {
  const lag_s = reading.lag_s()
  return lag_s === null ? null : Math.round(lag_s)
}
