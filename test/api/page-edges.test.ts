import { describe, expect, test } from 'vitest'
import { resources } from '#contract/index.ts'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, type Organization } from '../harness/organization.ts'

// Each party has one row and a page ends exactly with the last one. In every order and direction no row is repeated or missing.

type Name = keyof typeof resources
const owner = await createOrganization(await createTestApp())
const { post } = callsOf(owner)
const size = 10
const parties = 2 * size

async function madeOf(side: 'customers' | 'suppliers', field: string, names: readonly Name[]) {
  for (let row = 0; row < parties; row++) {
    const { id } = await post(`/${side}`, { ...(await bodies[side](owner)), name: `طرف ${String(row % 7)}` })
    const own = { ...owner, ids: { ...owner.ids, [field]: id } } as Organization
    for (const name of names) await post(resources[name].path, await bodies[name](own))
  }
}
await madeOf('customers', 'customer', ['invoices', 'advanceInvoices', 'incomePayments'])
await madeOf('suppliers', 'supplier', ['bills', 'customsDeclarations', 'expensePayments'])

const listed = [
  'customers',
  'suppliers',
  'invoices',
  'advanceInvoices',
  'bills',
  'customsDeclarations',
  'incomePayments',
  'expensePayments',
] as const
describe.each(listed)('%s', (name) => {
  const { path, list } = resources[name]
  const all = async (query: string) => expectOk(await owner.get(`${path}?per_page=100&${query}`)).body
  test.each(list.sort)('all pages sorted by %s together equal one large page', async (key) => {
    for (const order of ['asc', 'desc'])
      for (const per_page of [size, parties - 1]) {
        const query = `sort_key=${key}&sort_order=${order}`
        const { data, meta } = await all(query)
        expect(meta.total).toBe(data.length)
        const pages = Math.ceil(meta.total / per_page)
        const seen: number[] = []
        for (let page = 1; page <= pages + 1; page++) {
          const one = expectOk(await owner.get(`${path}?per_page=${per_page}&page=${page}&${query}`)).body
          expect(one.meta.total).toBe(meta.total)
          if (page > pages) expect(one.data).toEqual([])
          seen.push(...one.data.map((row: { id: number }) => row.id))
        }
        expect(seen, `${query} ${per_page}`).toEqual(data.map((row: { id: number }) => row.id))
        expect(new Set(seen).size).toBe(meta.total)
      }
  })
})
