import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { addDays, addMonths } from '#ledger/calendar/calendar.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { Api } from './demo-api.ts'
import type { Books } from './demo-books.ts'
import type { Masters } from './demo-masters.ts'

/** What the opening balances hold: cost and depreciation so far of eighteen months, of five years. */
const owned = [
  {
    asset: { name: 'أثاث المعرض وأجهزته', name_en: 'Showroom furniture and computers', place: 'المعرض الرئيسي' },
    amounts: { cost: '96000', opening_accumulated: '28000' },
    class: { name: 'أثاث وأجهزة حاسب', name_en: 'Furniture and computers', tax_pool: 'other' },
    accounts: ['120104', '120203'],
    center: 0,
  },
  {
    asset: { name: 'سيارة التوصيل', name_en: 'Delivery van', serial: 'JTFH-2025-118', keeper: 'سالم القحطاني' },
    amounts: { cost: '118000', opening_accumulated: '35400', vat: '15391.30' },
    class: { name: 'سيارات', name_en: 'Vehicles', tax_pool: 'machines' },
    accounts: ['120105', '120204'],
    center: 2,
  },
] as const

/** The furniture and the van that the company had on its first day here. */
export async function registerAssets(api: Api, masters: Masters, books: Books, date: string): Promise<void> {
  for (const { asset, amounts, class: kind, accounts, center } of owned) {
    const [cost, accumulated] = accounts
    const { id: asset_class_id } = await api.post('/accounting/asset-classes', {
      ...kind,
      method: 'months',
      life_months: 60,
      vat_kind: 'movable',
      status: 'active',
      cost_account_id: books.account(cost),
      accumulated_account_id: books.account(accumulated),
      expense_account_id: books.account('520401'),
      disposal_account_id: books.account('420104'),
    })
    await api.post('/accounting/assets', {
      ...asset,
      ...amounts,
      asset_class_id,
      branch_id: masters.branches[0],
      cost_center_id: books.centers[center],
      acquired_on: addMonths(date, -18),
      entered_on: date,
      depreciated_to: addDays(date, -1),
    })
  }
}

/** Posts the months that are due on the clock of the demonstration: the outbox waits by that of the database. */
export async function postDueMonths({ services }: FastifyInstance, api: Api): Promise<void> {
  await inTenant(services.pool, api.organizationId(), 'write', async (db) => {
    await sql`UPDATE outbox_directory SET due_at = now() WHERE organization_id = ${api.organizationId()}
      AND message_id IN (SELECT id FROM outbox_messages WHERE organization_id = ${api.organizationId()} AND kind = 'deferral')`.execute(
      db,
    )
  })
  await services.outbox.drain()
}
