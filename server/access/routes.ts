import type { FastifyInstance } from 'fastify'
import { securityPolicyCalls } from '#contract/access/account.ts'
import { apiKeys } from '#contract/access/api-keys.ts'
import { auditFilters, auditLog } from '#contract/access/audit-log.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { mount } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { apiKeyListing, createApiKey, endApiKey, readApiKey } from './api-keys.ts'
import { auditListing, readAuditEntry, readAuditFilters, wordRows } from './audit-log.ts'
import { readSecurityPolicy, writeSecurityPolicy } from './security-policy.ts'

export function accessRoutes(app: FastifyInstance): void {
  mount(app, apiKeys.calls.list, ({ db }, { query }) => listRows(db, apiKeyListing, apiKeys.list, query as ListQuery))
  mount(app, apiKeys.calls.read, async (context, { params }) => ({ data: await readApiKey(context, params.id) }))
  mount(app, apiKeys.calls.create, (context, { body }) => createApiKey(context, body))
  mount(app, apiKeys.calls.end, async (context, { params }) => {
    await endApiKey(context, params.id)
    return { data: await readApiKey(context, params.id), message: 'updated' }
  })
  mount(app, auditLog.calls.list, async (context, { query }) =>
    wordRows(context, await listRows(context.db, auditListing, auditLog.list, query as ListQuery)),
  )
  mount(app, auditFilters, async (context) => ({ data: await readAuditFilters(context) }))
  mount(app, auditLog.calls.read, async (context, { params }) => ({ data: await readAuditEntry(context, params.id) }))
  mount(app, securityPolicyCalls.show, async (context) => ({ data: await readSecurityPolicy(context) }))
  mount(app, securityPolicyCalls.update, async (context, { body }) => {
    await writeSecurityPolicy(context, body)
    return { data: await readSecurityPolicy(context) }
  })
}
