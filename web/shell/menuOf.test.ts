import { expect, test } from 'vitest'
import { permissionKeys } from '#contract/access/permissions.ts'
import { pages } from '../routes/pages.ts'
import { isShownAtFirst, menuOf } from './menuOf.ts'

const everything = new Set<string>(permissionKeys)
const all = {
  uses_orders: true,
  uses_goods_notes: true,
  uses_price_lists: true,
  uses_places: true,
  uses_lots: true,
  owns_assets: true,
  uses_withholding: true,
}
const entriesFor = (...permissions: string[]) =>
  menuOf(new Set(permissions)).flatMap(({ entries }) => entries.map(({ name, tabs }) => [name, tabs.length]))

test('the menu has at most 20 entries, of which 15 are shown until a group of settings is opened', () => {
  const entries = menuOf(everything, all).flatMap((section) => section.entries)
  expect(entries.length).toBeLessThanOrEqual(20)
  expect(entries.filter(isShownAtFirst).length).toBeLessThanOrEqual(15)
})

test('the pages that the specification names are entries of their own, in its order', () => {
  const specified = {
    main: ['home'],
    sales: ['invoices', 'customers'],
    purchases: ['bills', 'suppliers'],
    accounting: ['journal_entries', 'income_payments', 'expense_payments'],
    inventory: ['products'],
    people: ['users', 'roles'],
    other: ['reports', 'settings'],
  }
  const menu = new Map(menuOf(everything, all).map(({ group, entries }) => [group as string, entries]))
  for (const [group, names] of Object.entries(specified)) {
    const daily = menu.get(group)?.filter(isShownAtFirst)
    expect(daily?.map(({ name }) => name).slice(0, names.length)).toEqual(names)
  }
  const arranged = menu.get('accounting')?.filter((entry) => !isShownAtFirst(entry))
  expect(arranged?.map(({ name }) => name)).toEqual(['chart_of_accounts', 'cost_centers', 'financial_years'])
})

test('every page of the menu is an entry or the tab of one', () => {
  const reached = menuOf(everything, all).flatMap(({ entries }) =>
    entries.flatMap(({ tabs }) => tabs.map(({ name }) => name)),
  )
  const listed = pages.filter(({ menu }) => menu).map(({ name }) => name)
  expect([...reached].sort()).toEqual([...listed, 'product_categories', 'units'].sort())
})

test('a user sees an entry when one of its tabs is permitted, under the name of that tab where it is the only one', () => {
  expect(entriesFor('list-bill')).toEqual([
    ['recurring', 1],
    ['bills', 3],
  ])
  expect(entriesFor('file-vat')).toEqual([['vat_periods', 1]])
  expect(entriesFor('file-vat', 'list-financial-year')).toEqual([
    ['closing', 2],
    ['financial_years', 1],
  ])
})

test('a part of the product that is not switched on is in no menu', () => {
  const reached = menuOf(everything).flatMap(({ entries }) =>
    entries.flatMap(({ tabs }) => tabs.map(({ name }) => name)),
  )
  for (const name of ['quotations', 'sales_orders', 'purchase_orders', 'assets']) expect(reached).not.toContain(name)
  expect(menuOf(everything).flatMap(({ entries }) => entries)).toHaveLength(
    menuOf(everything, all).flatMap(({ entries }) => entries).length,
  )
})
