import { sql } from 'kysely'
import type { z } from 'zod'
import { assetClasses } from '#contract/assets/asset-classes.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { plainListing } from '#server/paging/plain-listing.ts'
import { type Listing, listRows } from '#server/resource/list.ts'
import type { ResourceRules } from '#server/resource/routes.ts'
import { findRow, insertRow, updateRow } from '#server/resource/table.ts'
import type { StoredClass } from './stored-asset.ts'

type Input = z.output<typeof assetClasses.input>
const accountFields = [
  'cost_account_id',
  'accumulated_account_id',
  'expense_account_id',
  'disposal_account_id',
] as const
type AccountField = (typeof accountFields)[number]

const accountOf = (own: number, name: string) =>
  sql`(SELECT json_build_object('id', own.id, 'name', own.name, 'name_en', own.name_en, 'number', own.number) FROM accounts AS own
    WHERE own.organization_id = ${own} AND own.id = ${sql.ref(`asset_classes.${name}_id`)})`.as(name)

const listingOf = (own: number): Listing => ({
  table: 'asset_classes',
  from: (db: TenantDatabase) => db.selectFrom('asset_classes'),
  select: (query) =>
    query.selectAll('asset_classes').select([
      ...['cost_account', 'accumulated_account', 'expense_account', 'disposal_account'].map((name) =>
        accountOf(own, name),
      ),
      sql`(SELECT count(*)::integer FROM assets WHERE assets.organization_id = ${own}
        AND assets.asset_class_id = asset_classes.id AND assets.state <> 'cancelled')`.as('asset_count'),
    ]),
})

export const classRules: ResourceRules = {
  listing: plainListing('asset_classes'),
  list: ({ db, session }, query) => listRows(db, listingOf(session.organization_id), assetClasses.list, query),
  read: ({ db, session }, id) => {
    const listing = listingOf(session.organization_id)
    return findRow(listing.select(listing.from(db)).where('asset_classes.id', '=', id))
  },
  create: async (context, body: Input) => insertRow(context.db, 'asset_classes', await readInput(context, body, null)),
  update: async (context, id, body: Input) => {
    const stored = await context.db
      .selectFrom('asset_classes')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!stored) throw new Refusal('not_found')
    const columns = await readInput(context, body, stored)
    await requireUnchanged(context, stored, columns)
    await updateRow(context.db, 'asset_classes', id, columns, body.version)
  },
}

/** The input as columns, absent fields as they are stored: a class that does not depreciate has neither accounts of depreciation nor a life. */
async function readInput(context: Context, { version: _, ...body }: Input, stored: StoredClass | null) {
  const depreciates = body.method !== 'none'
  const kept = <Key extends keyof typeof body & keyof StoredClass>(key: Key) =>
    body[key] === undefined ? (stored?.[key] ?? null) : body[key]
  const columns = {
    ...body,
    name_en: kept('name_en'),
    accumulated_account_id: depreciates ? kept('accumulated_account_id') : null,
    expense_account_id: depreciates ? kept('expense_account_id') : null,
    life_months: depreciates && body.method !== 'units' ? kept('life_months') : null,
    declining_percent: body.method === 'declining' ? kept('declining_percent') : null,
    life_units: body.method === 'units' ? kept('life_units') : null,
    residual_percent: (depreciates && kept('residual_percent')) || '0',
    tax_pool: kept('tax_pool'),
    vat_kind: kept('vat_kind'),
  }
  const errors: FieldErrors = {}
  if (depreciates)
    for (const field of requiredOf[body.method as keyof typeof requiredOf])
      if (columns[field] === null || Number(columns[field]) === 0) errors[field] = { code: 'required' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  if (columns.accumulated_account_id === columns.cost_account_id)
    throw new Refusal('class_accounts_equal', { field: 'accumulated_account_id' })
  await requireAccounts(context, columns, stored)
  return columns
}

const ofAccounts = ['accumulated_account_id', 'expense_account_id'] as const
const requiredOf = {
  none: [],
  months: [...ofAccounts, 'life_months'],
  days: [...ofAccounts, 'life_months'],
  declining: [...ofAccounts, 'life_months', 'declining_percent'],
  units: ofAccounts,
} as const

/** Cost and accumulated depreciation are assets, no cash and no open items; depreciation is an expense; a disposal has a result. */
const classesOf: Record<AccountField, string> = {
  cost_account_id: 'A',
  accumulated_account_id: 'A',
  expense_account_id: 'X',
  disposal_account_id: 'RX',
}

async function requireAccounts(
  { db }: Context,
  columns: Record<AccountField, number | null>,
  stored: StoredClass | null,
): Promise<void> {
  const ids = accountFields.flatMap((field) => columns[field] ?? [])
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'class', 'role', 'cash_flow_tag', 'status', 'type', 'manual_entries'])
    .where('id', 'in', ids)
    .execute()
  const errors: FieldErrors = {}
  for (const field of accountFields) {
    if (columns[field] === null) continue
    const row = rows.find(({ id }) => id === columns[field])
    const fits =
      row?.type === 'sub' &&
      row.manual_entries &&
      row.cash_flow_tag !== 'cash' &&
      !['AR', 'AP', 'ECL'].includes(row.role ?? '')
    if (!row) errors[field] = { code: 'unknown_reference' }
    else if (row.status === 'inactive' && row.id !== stored?.[field]) errors[field] = { code: 'inactive_reference' }
    else if (!fits || !classesOf[field].includes(row.class)) errors[field] = { code: 'account_not_for_this' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

/** What assets posted stays on its accounts, and whether they depreciate stays as well. */
async function requireUnchanged(
  { db }: Context,
  stored: StoredClass,
  columns: Awaited<ReturnType<typeof readInput>>,
): Promise<void> {
  const used = await db
    .selectFrom('assets')
    .select('id')
    .where('asset_class_id', '=', stored.id)
    .limit(1)
    .executeTakeFirst()
  if (!used) return
  if (Number(stored.declining_percent) !== Number(columns.declining_percent))
    throw new Refusal('class_has_assets', { field: 'declining_percent' })
  for (const field of [...accountFields, 'method'] as const)
    if (stored[field] !== columns[field]) throw new Refusal('class_has_assets', { field })
}
