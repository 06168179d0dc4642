import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, invoiceBody } from '../harness/organization.ts'

const owner = await createOrganization(await createTestApp())
const { post, get } = callsOf(owner)
const latin = ['Zebra Co', 'apple trading', 'Banana LLC', 'éclair', 'cherry', 'Dates']
const arabic = [
  'باسم',
  'أحمد',
  'ياسر',
  'إبراهيم',
  'آدم',
  'تركي',
  'ايمن',
  'ثامر',
  'هدى',
  'وليد',
  'أسامة',
  'اسعد',
  'إسراء',
]
const people = (set: readonly string[], language: string) => [...set].sort(new Intl.Collator(language).compare)

test('sorts names alphabetically, ignoring letter case and the spellings of alef', async () => {
  const ids = []
  for (const name of [...latin, ...arabic])
    ids.push((await post('/customers', { ...(await bodies.customers(owner)), name, name_en: '' })).id)
  for (const customer_id of ids) await post('/invoices', invoiceBody(owner, { customer_id }))
  const names = async (path: string, name = (row: { name: string }) => row.name) => (await get(path)).map(name)
  const listed = await names('/customers?per_page=100&sort_key=name&sort_order=asc')
  const lists = {
    listed,
    backwards: (await names('/customers?per_page=100&sort_key=name&sort_order=desc')).reverse(),
    chosen: await names('/customers/list'),
    documents: await names(
      '/invoices?per_page=100&sort_key=customer&sort_order=asc',
      (row) => (row as unknown as { customer: { name: string } }).customer.name,
    ),
  }
  for (const [what, found] of Object.entries(lists)) {
    expect(
      found.filter((name: string) => latin.includes(name)),
      what,
    ).toEqual(people(latin, 'en'))
    expect(
      found.filter((name: string) => arabic.includes(name)),
      what,
    ).toEqual(people(arabic, 'ar'))
  }
})
