import { beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, type Organization, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { runOf, undoOf } from './import-files.ts'

// What an import and its undo leave: no record of masters, no balance of an account, no stock, no tax, no open item.

let app: TestApp
let owner: Organization
let organization = 0
const year = today().slice(0, 4)
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  organization = await withSuperuser(app, async (client) =>
    Number((await client.query('SELECT max(organization_id) AS id FROM organizations')).rows[0].id),
  )
})

/** Rows of every table of the organization, but for those that remember what happened. */
const remembering =
  /^(imports|import_.*|audit_.*|journal_.*|manual_entr.*|documents?|document_(lines|taxes|revisions|counts.*|number.*)|tax_entries|payments|allocations|.*_revisions|.*balances|.*totals.*|trade_.*|stock_moves?|stock_layers?|.*sequences|number_series|.*counters?|issued_.*|idempotency.*|requests|sessions|hash.*|list_.*|outbox.*|stored_responses.*|known_.*|manual_transfer_candidates)$/
const countsOf = () =>
  withSuperuser(app, async (client) => {
    const { rows: tables } = await client.query(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'organization_id' ORDER BY 1",
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables)
      if (!remembering.test(name))
        counts[name] = Number(
          (await client.query(`SELECT count(*) AS n FROM "${name}" WHERE organization_id = $1`, [organization])).rows[0]
            .n,
        )
    return counts
  })

/** Every figure that a report reads. */
const figuresOf = () =>
  withSuperuser(app, async (client) => {
    const ask = async (text: string) => (await client.query(text, [organization])).rows
    return {
      accounts: await ask(
        `SELECT account_id, sum(debit - credit)::text AS balance FROM journal_lines WHERE organization_id = $1 GROUP BY 1
         HAVING sum(debit - credit) <> 0 ORDER BY 1`,
      ),
      stock: await ask(
        'SELECT product_id, sum(quantity)::text AS quantity, sum(value)::text AS value FROM stock_items WHERE organization_id = $1 GROUP BY 1 ORDER BY 1',
      ),
      tax: await ask(
        'SELECT box, sum(sign * base)::text AS base, sum(sign * tax)::text AS tax FROM tax_entries WHERE organization_id = $1 GROUP BY 1 HAVING sum(sign * base) <> 0 ORDER BY 1',
      ),
      open: await ask(
        "SELECT kind, number, (total - settled)::text AS remaining FROM documents WHERE organization_id = $1 AND state = 'posted' AND settled < total ORDER BY id",
      ),
      trade: await ask(
        'SELECT party_id, sum(net)::text AS net FROM trade_monthly_by_party WHERE organization_id = $1 GROUP BY 1 HAVING sum(net) <> 0 ORDER BY 1',
      ),
    }
  })

const files: Record<string, string[]> = {
  customers: ['الاسم,البريد الإلكتروني', 'شركة أ,a@example.sa', 'شركة ب,b@example.sa'],
  suppliers: ['الاسم,البريد الإلكتروني', 'مورد أ,s@example.sa'],
  accounts: ['رقم الحساب,اسم الحساب,النوع,الحساب الأب', '520299,مصروف جديد,sub,5202'],
  cost_centers: ['الرقم,الاسم,النوع', 'CC-9,مركز,main'],
  invoices: [
    'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الضريبة',
    `U-1,05/02/${year},عميل,S1,2,100,15`,
    `U-2,06/02/${year},عميل,S1,1,70,15`,
  ],
  journal_entries: [
    'رقم القيد,التاريخ,الحساب,مدين,دائن',
    `UJ-1,${year}-02-01,110101,12.5,`,
    `UJ-1,${year}-02-01,310101,,12.5`,
  ],
}

test.each(Object.keys(files))('an import of %s and its undo leave every figure as it was', async (kind) => {
  const before = { counts: await countsOf(), figures: await figuresOf() }
  const done = await runOf(owner, { kind, content: (files[kind] as string[]).join('\n') })
  expect(done, JSON.stringify(done)).toMatchObject({ state: 'committed' })
  expect({ counts: await countsOf(), figures: await figuresOf() }).not.toEqual(before)
  expect((await undoOf(owner, done.id)).status).toBe(200)
  expect({ counts: await countsOf(), figures: await figuresOf() }).toEqual(before)
})

test.each(Object.keys(files))('a dry run of %s changes nothing', async (kind) => {
  const before = { counts: await countsOf(), figures: await figuresOf() }
  await runOf(owner, { kind, content: (files[kind] as string[]).join('\n'), commit: false })
  expect({ counts: await countsOf(), figures: await figuresOf() }).toEqual(before)
})
