import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { permissionKeys } from '#contract/access/permissions.ts'
import { resources } from '#contract/index.ts'
import { createTestApp } from '../harness/api.ts'
import type { Body } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, today } from '../harness/organization.ts'
import { richBodies } from '../harness/rich-bodies.ts'

// An update leaves absent fields unchanged; '' and null empty them. Checked for every optional field of every form.

type Name = keyof typeof resources
const app = await createTestApp()
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)

/** Fields that are not stored as sent: passwords, files, and parameters of an action. */
const notOfTheRecord = new Set([
  // Rate and base amount of a foreign currency: test/payments/own-rates.test.ts.
  'exchange_rate',
  'amount_base',
  'total_base',
  'version',
  'proposed_number',
  'password',
  'avatar_file',
  'img',
  'logo_file',
  'status',
  ...permissionKeys,
])

function leavable(input: z.ZodType): string[] {
  const { shape } = input as unknown as { shape: Record<string, z.ZodType> }
  return Object.keys(shape).filter((key) => !notOfTheRecord.has(key) && shape[key]?.safeParse(undefined).success)
}

/** Without what counts how often it was written. */
const steady = ({ version: _, revision: __, ...record }: Body): Body => record

const numberOf = (record: Body) => {
  const key = Object.keys(record).find((name) => /^(invoice|bill|payment|journal)_number$/.test(name))
  return key ? { [key]: record[key] } : {}
}

const cases = (Object.keys(resources) as Name[]).flatMap((name) =>
  leavable(resources[name].input).map((key) => [name, key] as const),
)

describe.each(cases)('%s without %s', (name, key) => {
  const { path } = resources[name]

  test('leaves an absent field unchanged in a small and in a complete update', async () => {
    const { body, change = {} } = await richBodies[name](owner)
    expect(body, 'richBodies fills every field that may be left out').toHaveProperty(key)
    const { id } = await post(path, body)
    const before = await get(`${path}/${id}`)
    // Unique fields belong to the record itself by now.
    const { [key]: _, ...rest } = { ...body, ...numberOf(before) } as Body
    expectOk(await owner.post(`${path}/${id}`, rest))
    expect(steady(await get(`${path}/${id}`))).toEqual(steady(before))
    if (key in change) return
    expectOk(await owner.post(`${path}/${id}`, { ...rest, ...change }))
    const after = await get(`${path}/${id}`)
    expect(kept(after[key])).toEqual(kept(before[key]))
    if (key === 'cost_center_id') expect(after.items.map(centerOf)).toEqual(before.items.map(centerOf))
    if (key === 'advances') expect(after.deducted).toBe(before.deducted)
    if (key === 'bill_ids') expect(after.bills).toEqual(before.bills)
  })

  test.each(['', null])('is emptied by %j, or refused with a reason', async (empty) => {
    const { body } = await richBodies[name](owner)
    const { id } = await post(path, body)
    const before = await get(`${path}/${id}`)
    const reply = await owner.post(`${path}/${id}`, { ...body, ...numberOf(before), [key]: empty })
    if (reply.status === 200) {
      const after = (await get(`${path}/${id}`))[key]
      if (key in before && before[key] && !derived.has(`${name}.${key}`))
        expect(kept(after), String(after)).not.toEqual(kept(before[key]))
    } else expect(Object.keys(reply.body.errors).length).toBeGreaterThan(0)
  })
})

/** When emptied, the field follows from another one or takes its default. */
const derived = new Set([
  'taxes.treatment',
  'customers.country_id',
  'suppliers.country_id',
  'taxes.exemption_reason',
  'taxes.exemption_reason_en',
])

/** Rows by what was sent of them. */
const kept = (value: unknown) =>
  Array.isArray(value)
    ? value.map((row) =>
        typeof row === 'object' ? [row.reference_id, row.amount, row.product_id, row.quantity, row.value] : row,
      )
    : value
const centerOf = (item: { cost_center_id: number | null }) => item.cost_center_id

describe('forms of one record', () => {
  test('the organisation', async () => {
    const { id: _, logo: __, status: ___, version: ____, ...before } = await get('/organization/show')
    const rich = {
      ...before,
      name_en: 'X',
      phone: '0112345678',
      address: 'الرياض',
      commercial_registration: '1010101010',
      registration_scheme: 'CRN',
      short_address: 'RRRD2929',
      industry: 'تجارة',
      member_tin: '3055566677',
      manual_numbers: true,
      street: 'طريق الملك فهد',
      building_number: '1234',
      city_id: 1,
    }
    const saved = await post('/organization/update', { ...rich, tax_number: '310122393500003' })
    for (const key of [
      'name_en',
      'phone',
      'address',
      'tax_number',
      'commercial_registration',
      'registration_scheme',
      'short_address',
      'industry',
      'member_tin',
      'manual_numbers',
      'receipt_without_reference',
      'default_save_action',
      'row_tax_always_invoice',
      'prices_include_tax',
      'street',
      'building_number',
      'city_id',
    ]) {
      const { [key]: _left, ...rest } = { ...rich, tax_number: '310122393500003' } as Body
      expect(steady(await post('/organization/update', rest)), key).toEqual(steady(saved))
    }
  })

  test('the opening balances, list by list', async () => {
    const accounts = await get('/accounting/accounts/list')
    const account = (number: string) => accounts.find((one: { number: string }) => one.number === number).id
    const { customer, supplier, goods, branch, currency } = owner.ids
    const opening_date = `${today().slice(0, 4)}-01-01`
    const item = { currency_id: currency, amount: 100, due_date: `${today().slice(0, 4)}-02-01` }
    const rich: Body = {
      opening_date,
      branch_id: branch,
      lines: [{ account_id: account('120203'), debit: 500, credit: 0 }],
      receivables: [{ ...item, number: 'OLD-1', customer_id: customer }],
      payables: [{ ...item, number: 'OLD-2', supplier_id: supplier }],
      customer_credits: [{ currency_id: currency, amount: 30, number: 'OLD-3', customer_id: customer }],
      supplier_credits: [{ currency_id: currency, amount: 40, number: 'OLD-4', supplier_id: supplier }],
      stock: [{ product_id: goods, quantity: 3, unit_cost: 60 }],
    }
    const strip = (opening: Body) => {
      const without = (value: unknown): unknown =>
        Array.isArray(value) ? value.map((row) => ({ ...row, id: 0 })) : value
      return Object.fromEntries(Object.entries(steady(opening)).map(([key, value]) => [key, without(value)]))
    }
    const before = strip(await post('/accounting/opening', rich))
    for (const key of ['lines', 'receivables', 'payables', 'customer_credits', 'supplier_credits', 'stock']) {
      const { [key]: _, ...rest } = rich
      expect(strip(await post('/accounting/opening', rest)), key).toEqual(before)
    }
    const moved = strip(
      await post('/accounting/opening', { opening_date: `${today().slice(0, 4)}-01-02`, branch_id: branch }),
    )
    const due_date = moved.opening_date
    const ahead = (key: string) => (before[key] as Body[]).map((row) => ({ ...row, due_date }))
    const [customer_credits, supplier_credits] = [ahead('customer_credits'), ahead('supplier_credits')]
    expect(moved).toEqual({ ...before, opening_date: due_date, customer_credits, supplier_credits })
    const [row] = (await get('/accounting/opening')).receivables
    const { number: _, ...unnamed } = (rich.receivables as Body[])[0] as Body
    const saved = await post('/accounting/opening', { ...rich, receivables: [{ ...unnamed, id: row.id }] })
    expect(saved.receivables[0]).toMatchObject({ number: 'OLD-1' })
    expect((await post('/accounting/opening', { ...rich, stock: '' })).stock).toEqual([])
  })

  test('a bank reconciliation that is under way', async () => {
    const methods = await get('/payment-methods?per_page=100')
    const account_id = methods.find((one: { id: number }) => one.id === owner.ids.method).account.id
    const path = '/accounting/bank-reconciliations'
    const { body } = await richBodies.incomePayments(owner)
    await post(resources.incomePayments.path, body)
    const { lines } = await get(`${path}/sheet?${new URLSearchParams({ account_id, statement_date: today() })}`)
    const [{ entry_id, line_number }] = lines
    const rich: Body = {
      account_id,
      statement_date: today(),
      statement_balance: 1,
      notes: 'كشف',
      status: 'draft',
      lines: [{ entry_id, line_number }],
    }
    const { id, ...before } = await post(path, rich)
    for (const key of ['notes', 'lines', 'matched_through']) {
      const { [key]: _, ...rest } = rich
      const { id: __, ...after } = await post(`${path}/${id}`, rest)
      expect(steady(after), key).toEqual(steady(before))
    }
  })
})
