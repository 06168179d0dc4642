import { accountId, type Body, billBody, bodies } from '../harness/bodies.ts'
import { expectOk, idOf, type Organization, today } from '../harness/organization.ts'
import { breakOneRow } from './break-one-row.ts'

/** Assets of each kind: from a bill, sold in part, scrapped, cancelled. */
export async function createAssets(owner: Organization): Promise<void> {
  const asset_class_id = await idOf(owner.post('/accounting/asset-classes', await bodies.assetClasses(owner)))
  const register = (change: Body = {}) =>
    idOf(
      owner.post('/accounting/assets', {
        name: 'أصل',
        asset_class_id,
        branch_id: owner.ids.branch,
        acquired_on: today(),
        cost: '90000',
        residual: '900',
        ...change,
      }),
    )
  const product = {
    product_type_id: 2,
    product_category_id: owner.ids.category,
    unit_id: owner.ids.unit,
    sale_price: '1',
    purchase_price: '1',
    unlimited_quantity: true,
    apply_tax: true,
    status: 'active',
    code: 'FA',
    name: 'حاسب',
  }
  const expense_account_id = await accountId(owner, '120104')
  const product_id = await idOf(owner.post('/products', { ...product, expense_account_id }))
  const items = [{ product_id, quantity: 2, price: 3000, tax_rate: 15 }]
  const bill = await idOf(owner.post('/bills', billBody(owner, { items })))
  expectOk(await owner.post(`/bills/${bill}/assets`, { line_number: 1, asset_class_id }))
  const leave = async (id: number, change: Body) =>
    expectOk(await owner.post(`/accounting/assets/${id}/dispose`, { date: today(), how: 'scrapped', ...change }))
  await leave(await register(), { cost: '30000' })
  await leave(await register(), {})
  expectOk(await owner.remove(`/accounting/assets/${await register()}`))
}

const onAccountOf = (column: string) => `EXISTS (SELECT FROM asset_classes AS class
  WHERE class.organization_id = row.organization_id AND class.${column} = row.account_id)
  AND EXISTS (SELECT FROM journal_entries AS entry WHERE entry.organization_id = row.organization_id AND entry.id = row.entry_id
  AND entry.source = 'asset')`

/** Ways to break what the register of assets says, one for each part of its invariant. */
export const assetBreaks = [
  breakOneRow('journal_lines', 'credit = credit + 1', onAccountOf('cost_account_id')),
  breakOneRow('journal_lines', 'debit = debit + 1', onAccountOf('accumulated_account_id')),
  breakOneRow('assets', 'cost = cost + 1', "state = 'active'"),
  breakOneRow('asset_events', 'residual = residual + 1', "kind = 'disposed'"),
  breakOneRow('asset_events', 'accumulated = accumulated + 100000', "kind = 'acquired'"),
  breakOneRow('assets', "state = 'disposed'", "state = 'active'"),
  `UPDATE documents SET state = 'void' WHERE id IN (SELECT document_id FROM assets)`,
  breakOneRow('deferrals', "state = 'cancelled'", "asset_id IS NOT NULL AND state = 'active'"),
]
