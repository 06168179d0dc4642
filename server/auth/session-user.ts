import type { SessionUser } from '#contract/access/auth.ts'
import { ownerPermission } from '#contract/access/permissions.ts'
import { vatStatuses } from '#contract/organization.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

/** The signed-in user as the screens know it, with authority and organization. */
export async function sessionUser(db: TenantDatabase, userId: number): Promise<SessionUser> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'avatar', 'status', 'is_owner', 'role_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { role_id, ...shown } = user
  return { ...shown, authority: await authorityOf(db, user), organization: await sessionOrganization(db) }
}

async function authorityOf(db: TenantDatabase, user: { is_owner: boolean; role_id: number | null }): Promise<string[]> {
  if (user.role_id === null) return user.is_owner ? [ownerPermission] : []
  const rows = await db
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', user.role_id)
    .orderBy('permission')
    .execute()
  return [...(user.is_owner ? [ownerPermission] : []), ...rows.map((row) => row.permission)]
}

export async function sessionOrganization(db: TenantDatabase): Promise<SessionUser['organization']> {
  const row = await db
    .selectFrom('organizations')
    .innerJoin('currencies', 'currencies.id', 'organizations.currency_id')
    .select([
      'organizations.organization_id as id',
      'organizations.name',
      'organizations.name_en',
      'organizations.username',
      'organizations.status',
      'organizations.tax_number',
      'organizations.default_save_action',
      'organizations.row_tax_always_invoice',
      'organizations.prices_include_tax',
      'organizations.uses_orders',
      'organizations.uses_goods_notes',
      'organizations.uses_price_lists',
      'organizations.uses_credit_limits',
      'organizations.uses_barcodes',
      'organizations.uses_places',
      'organizations.uses_lots',
      'organizations.owns_assets',
      'organizations.uses_withholding',
      'organizations.uses_landed_costs',
      'organizations.uses_retention',
      'organizations.vat_status',
      'organizations.e_invoicing_phase',
      'organizations.e_invoicing_since',
      'currencies.id as currency_id',
      'currencies.name as currency_name',
      'currencies.name_en as currency_name_en',
      'currencies.code',
      'currencies.symbol',
      'currencies.decimals',
    ])
    .executeTakeFirstOrThrow()
  const { id, name, name_en, username, status, tax_number, row_tax_always_invoice, prices_include_tax } = row
  const vat_status = vatStatuses.find((known) => known === row.vat_status) ?? null
  const currency = {
    id: row.currency_id,
    name: row.currency_name,
    name_en: row.currency_name_en,
    code: row.code,
    symbol: row.symbol,
    rate: 1,
    decimals: row.decimals,
  }
  return {
    id,
    name,
    name_en,
    username,
    tax_number,
    row_tax_always_invoice,
    prices_include_tax,
    vat_status,
    currency,
    uses_orders: row.uses_orders,
    uses_goods_notes: row.uses_goods_notes,
    owns_assets: row.owns_assets,
    uses_price_lists: row.uses_price_lists,
    uses_credit_limits: row.uses_credit_limits,
    uses_barcodes: row.uses_barcodes,
    uses_places: row.uses_places,
    uses_lots: row.uses_lots,
    uses_withholding: row.uses_withholding,
    uses_landed_costs: row.uses_landed_costs,
    uses_retention: row.uses_retention,
    phase_2_since: row.e_invoicing_phase === 2 ? row.e_invoicing_since : null,
    status: status === 'active' ? 'active' : 'pending',
    default_save_action: row.default_save_action === 'draft' ? 'draft' : 'confirm',
  }
}
