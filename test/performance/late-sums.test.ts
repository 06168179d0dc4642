import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, today } from '../harness/organization.ts'
import { runOf } from '../imports/import-files.ts'

// What the records of a file post is summed once for many of them, and each of them meets what those before it took.

const app = await createTestApp()
const owner = await createOrganization(app)
const superuser = async <Row>(text: string): Promise<Row[]> => {
  const client = new pg.Client(app.roles.superuser)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}
const head = 'رقم الفاتورة,تاريخ الفاتورة,العميل,الصنف,الكمية,السعر,نسبة الضريبة,الفرع'
const sold = async (rows: readonly string[]) =>
  expect(await runOf(owner, { kind: 'invoices', content: [head, ...rows].join('\n') })).toMatchObject({
    state: 'committed',
    rows_new: rows.length,
  })

test('forty invoices of a file change the balances in two statements', async () => {
  await superuser(`
    CREATE SEQUENCE sums_written;
    CREATE FUNCTION count_sums() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN PERFORM nextval('sums_written'); RETURN NULL; END $$;
    CREATE TRIGGER count_sums AFTER INSERT ON monthly_balances FOR EACH STATEMENT EXECUTE FUNCTION count_sums()`)
  await sold(Array.from({ length: 40 }, (_, index) => `H-${index},${today()},عميل,خدمة,1,100,15,`))
  const [written] = await superuser<{ last_value: string }>('SELECT last_value FROM sums_written')
  await superuser('DROP FUNCTION count_sums() CASCADE; DROP SEQUENCE sums_written')
  // The last record of a file is written when its end is known.
  expect(Number(written?.last_value)).toBeLessThanOrEqual(2)
})

test('invoices of a file take goods from branches that still have them', async () => {
  const place = async (name: string) =>
    idOf(owner.post('/branches', { ...(await bodies.branches(owner)), name, name_en: name }))
  const [north, south] = [await place('الشمال'), await place('الجنوب')]
  await place('المعرض')
  const product = await idOf(
    owner.post('/products', { ...(await bodies.products(owner)), name: 'كرسي', quantity: '0', status: 'active' }),
  )
  // Worth more than all other goods: the branch with the most gives first.
  for (const branch_id of [north, south]) {
    const items = [{ product_id: product, quantity: 5, price: 20_000, tax_rate: 15 }]
    expectOk(await owner.post('/bills', billBody(owner, { branch_id, items })))
  }
  const rows = ['C-1', 'C-2'].map((number) => `${number},${today()},عميل,كرسي,5,100,15,المعرض`)
  await sold([...rows, `C-3,${today()},عميل,خدمة,1,100,15,`])
  const held = await superuser<{ branch_id: string; value: string }>(`
    SELECT branch_id, sum(debit - credit)::integer AS value FROM daily_balances JOIN accounts ON accounts.id = account_id
    WHERE role = 'INV' AND branch_id IN (${north}, ${south}) GROUP BY branch_id ORDER BY branch_id`)
  expect(held.map(({ value }) => Number(value))).toEqual([0, 0])
})
