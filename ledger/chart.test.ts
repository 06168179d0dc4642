import { expect, test } from 'vitest'
import { roles } from './account.ts'
import { mayChangeType, mayDelete, nextNumber, postingProblem } from './chart.ts'
import { defaultChart } from './defaults/default-chart.ts'
import { defaultPaymentMethods } from './defaults/default-masters.ts'

test.each([
  ['under a category', { number: '1', type: 'category' }, ['11', '12'], '13'],
  ['first under a category', { number: '1', type: 'category' }, [], '11'],
  ['under a main', { number: '1101', type: 'main' }, ['110101', '110105'], '110106'],
  ['first under a main', { number: '11', type: 'main' }, [], '1101'],
  ['past 99', { number: '11', type: 'main' }, ['1199'], '11100'],
  ['past 100', { number: '11', type: 'main' }, ['1199', '11100'], '11101'],
  ['past 9 under a category', { number: '1', type: 'category' }, ['19'], '110'],
  ['among numbers of another pattern', { number: '11', type: 'main' }, ['9000', 'A7', '1102', '11000001'], '1103'],
] as const)('next number %s', (_, parent, children, expected) => {
  expect(nextNumber(parent, children)).toBe(expected)
})

test('only an active sub account accepts lines; existing lines stay', () => {
  expect(postingProblem({ type: 'sub', status: 'active' }, false)).toBeNull()
  expect(postingProblem({ type: 'sub', status: 'inactive' }, false)).toBe('inactive_reference')
  expect(postingProblem({ type: 'sub', status: 'inactive' }, true)).toBeNull()
  expect(postingProblem({ type: 'main', status: 'active' }, true)).toBe('not_postable')
  expect(postingProblem({ type: 'category', status: 'active' }, false)).toBe('not_postable')
})

test('an account with lines, children or a role cannot be deleted', () => {
  const free = { has_lines: false, has_children: false, role: null }
  expect([mayDelete(free), mayChangeType('main', free), mayChangeType('sub', free)]).toEqual([true, true, true])
  expect(mayDelete({ ...free, role: 'AR' })).toBe(false)
  expect(mayChangeType('main', { ...free, has_lines: true })).toBe(false)
  expect(mayChangeType('sub', { ...free, has_children: true })).toBe(false)
})

test('the default chart: 5 categories, 35 main, 101 sub accounts, numbers and roles once each', () => {
  const ofType = (type: string) => defaultChart.filter((account) => account.type === type).length
  expect([ofType('category'), ofType('main'), ofType('sub')]).toEqual([5, 35, 101])
  expect(new Set(defaultChart.map(({ number }) => number)).size).toBe(141)
  const bound = defaultChart.flatMap(({ role }) => role ?? [])
  expect([...bound].sort()).toEqual([...roles].sort())
})

test('in the default chart every parent precedes its child, has its number as prefix and is no sub account', () => {
  const seen = new Map<string | null, (typeof defaultChart)[number]>()
  for (const account of defaultChart) {
    const parent = seen.get(account.parent)
    expect(parent === undefined).toBe(account.type === 'category')
    expect(account.number.startsWith(account.parent ?? '')).toBe(true)
    expect(parent?.type).not.toBe('sub')
    seen.set(account.number, account)
  }
})

test('the default chart: every posting account of the balance sheet carries a cash flow tag', () => {
  const untagged = defaultChart.filter(
    ({ type, class: of, cash_flow_tag }) => type === 'sub' && 'ALE'.includes(of) && !cash_flow_tag,
  )
  expect(untagged).toEqual([])
  // For income and expense only those that the cash flow statement moves to investing and financing.
  const moved = defaultChart.filter(({ class: of, cash_flow_tag }) => 'RX'.includes(of) && cash_flow_tag !== null)
  expect(moved.map(({ number, cash_flow_tag }) => `${number} ${cash_flow_tag}`)).toEqual(['420104 inv', '530101 fin'])
})

test('payment methods move money through posting accounts', () => {
  const accounts = defaultPaymentMethods.flatMap(({ account, outgoing }) =>
    outgoing ? [account, outgoing] : [account],
  )
  for (const account of accounts) expect(defaultChart.find(({ number }) => number === account)?.type).toBe('sub')
})
