import { sql } from 'kysely'
import type { AuditEntry, AuditEntryRow } from '#contract/access/audit-log.ts'
import { calls } from '#contract/index.ts'
import type { Context } from '#server/core/context.ts'
import type { Answer } from '#server/http/pipeline.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { findRow } from '#server/resource/table.ts'

type StoredEntry = { action: string; resource: string; details: unknown }

export const auditListing: Listing = {
  table: 'audit_log',
  from: (db) =>
    db
      .selectFrom('audit_log')
      .leftJoin('users', 'users.id', 'audit_log.user_id')
      .leftJoin('api_keys', 'api_keys.id', 'audit_log.api_key_id'),
  withoutJoins: (db) => db.selectFrom('audit_log'),
  select: (query) =>
    query
      .select([
        'audit_log.id',
        'audit_log.at',
        'audit_log.ip',
        'audit_log.action',
        'audit_log.resource',
        'audit_log.resource_id',
        'audit_log.request_id',
      ])
      .select([
        sql`CASE WHEN users.id IS NOT NULL THEN json_build_object('id', users.id, 'name', users.name) END`.as('user'),
        sql`CASE WHEN api_keys.id IS NOT NULL THEN json_build_object('id', api_keys.id, 'name', api_keys.name) END`.as(
          'api_key',
        ),
      ]),
  filter: {
    // Days of Riyadh, both included.
    from: (query: AnyQuery, day: string) =>
      query.where(sql<boolean>`audit_log.at >= ${`${day}T00:00:00+03:00`}::timestamptz`),
    to: (query: AnyQuery, day: string) =>
      query.where(sql<boolean>`audit_log.at < ${`${day}T00:00:00+03:00`}::timestamptz + interval '1 day'`),
  },
}

export const wordRows = (context: Context, answer: Answer): Answer => ({
  ...answer,
  data: (answer.data as StoredEntry[]).map((row) => ({ ...row, ...wordsOf(context, row) })),
})

export async function readAuditEntry(context: Context, id: number): Promise<AuditEntry> {
  const row = await findRow(
    auditListing.select(auditListing.from(context.db)).select('audit_log.details').where('audit_log.id', '=', id),
  )
  const stored = row as StoredEntry
  return { ...row, ...wordsOf(context, stored), changes: changesOf(context, stored) } as AuditEntry
}

/** The filters of the log: people, and the kinds of records with entries. */
export async function readAuditFilters({ db, session, services, language }: Context) {
  const users = await db.selectFrom('users').select(['id', 'name']).orderBy('name').execute()
  // From one kind to the next by the index, instead of reading every entry.
  const { rows } = await sql<{ resource: string }>`
    WITH RECURSIVE kinds AS (
      (SELECT resource FROM audit_log WHERE organization_id = ${session.organization_id} ORDER BY resource LIMIT 1)
      UNION ALL
      SELECT (SELECT resource FROM audit_log WHERE organization_id = ${session.organization_id} AND resource > kinds.resource ORDER BY resource LIMIT 1)
      FROM kinds WHERE kinds.resource IS NOT NULL)
    SELECT resource FROM kinds WHERE resource IS NOT NULL`.execute(db)
  const resources = rows.map(({ resource }) => ({ value: resource, label: services.words.title(language, resource) }))
  return { users, resources: resources.sort((one, other) => one.label.localeCompare(other.label, language)) }
}

const kinds = new Map(calls.map((call) => [`${call.method} ${call.path}`, call.kind]))

function actOf(action: string): AuditEntryRow['act'] {
  if (action === 'POST /auth/login/refused') return 'sign_in_refused'
  const kind = kinds.get(action)
  if (kind === 'auth') return 'sign_in'
  if (kind === 'create' || kind === 'update' || kind === 'delete' || kind === 'action') return kind
  return 'other'
}

const wordsOf = ({ services, language }: Context, { action, resource }: StoredEntry) => ({
  act: actOf(action),
  resource_title: services.words.title(language, resource),
})

const changesMaximum = 200
const valueMaximum = 500

/** The body as it was sent, one line for each leaf: `items.0.price`. */
function changesOf({ services, language }: Context, { resource, details }: StoredEntry): AuditEntry['changes'] {
  return leavesOf(details, [])
    .slice(0, changesMaximum)
    .map(({ path, value }) => ({
      field: path.join('.'),
      label: path
        .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : services.words.label(language, resource, part)))
        .join(' › '),
      value: value.slice(0, valueMaximum),
    }))
}

function leavesOf(value: unknown, path: string[]): { path: string[]; value: string }[] {
  if (value === null || typeof value !== 'object')
    return path.length === 0 ? [] : [{ path, value: String(value ?? '') }]
  return Object.entries(value).flatMap(([key, child]) => leavesOf(child, [...path, key]))
}
