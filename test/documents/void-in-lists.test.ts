import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies, journalBody } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, today } from '../harness/organization.ts'

// Void documents are not in the lists unless requested (accounting rule B5). This applies to rows and totals.

const owner = await createOrganization(await createTestApp())
const listed = async (path: string) => {
  const { data, meta } = expectOk(await owner.get(path)).body
  return { ids: (data as { id: number }[]).map(({ id }) => id).sort(), total: meta.total }
}

test.each([
  ['/invoices', () => invoiceBody(owner)],
  ['/bills', () => billBody(owner)],
  ['/accounting/income-payments', () => bodies.incomePayments(owner)],
  ['/accounting/expense-payments', () => bodies.expensePayments(owner)],
  ['/accounting/journal-entries', () => journalBody(owner)],
  ['/customs-declarations', () => bodies.customsDeclarations(owner)],
])('%s lists what is void with `with_void`', async (path, body) => {
  const [stands, voided] = [
    await idOf(owner.post(path, await body())),
    await idOf(owner.post(path, await body())),
  ] as const
  const before = (await listed(path)).total
  expectOk(await owner.remove(`${path}/${voided}`))
  const without = await listed(path)
  expect(without.ids).toContain(stands)
  expect(without.ids).not.toContain(voided)
  expect(without.total).toBe(before - 1)
  for (const query of ['', '&sort_key=created_at']) {
    const all = await listed(`${path}?with_void=1${query}`)
    expect(all.ids).toEqual([...without.ids, voided].sort())
    expect(all.total).toBe(before)
  }
  expect((await listed(`${path}?with_void=0`)).ids).toEqual(without.ids)
})

test('a credit note that was voided as well', async () => {
  const invoice = await idOf(owner.post('/invoices', invoiceBody(owner)))
  const body = { note_date: today(), reason: 'مرتجع', lines: [{ line_number: 1, amount: 10 }] }
  const note = await idOf(owner.post(`/invoices/${invoice}/credit-note`, body))
  expectOk(await owner.remove(`/credit-notes/${note}`))
  expect((await listed('/credit-notes')).total).toBe(0)
  expect(await listed('/credit-notes?with_void=1')).toEqual({ ids: [note], total: 1 })
})
