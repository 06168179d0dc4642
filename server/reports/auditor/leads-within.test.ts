import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { leadsWithin } from './leads-within.ts'

type Row = Sheet['rows'][number]
const row = (key: string, change: Partial<Row> = {}): Row => ({
  key,
  style: 'line',
  level: 1,
  texts: {},
  figures: {},
  link: null,
  label: { word: null, name: null, name_en: null, code: null },
  ...change,
})
const trial = { rows: [row('account:7'), row('total')] } as Sheet
const column = { key: 'amount', query: { from: '2026-01-01' } } as unknown as Sheet['columns'][number]
const link = { to: 'account_statement', query: { account_id: 7 } }

test('an account leads to its row of the trial balance in its language, and one that is not listed nowhere', () => {
  const { ofName } = leadsWithin('balance_sheet', 'ar', trial, 'https://books.example')
  expect(ofName(row('investing:account:7'))).toEqual({ leads_to: 'account-7-ar' })
  expect(ofName(row('provisions:7', { link }))).toEqual({ leads_to: 'account-7-ar' })
  expect([ofName(row('account:8')), ofName(row('net_profit'))]).toEqual([{}, {}])
  const own = leadsWithin('trial_balance', 'en', trial, 'https://books.example')
  expect([own.ofName(row('account:7')), own.ofName(row('total', { link }))]).toEqual([{ anchor: 'account-7-en' }, {}])
  expect(leadsWithin('balance_sheet', 'ar', undefined, 'https://books.example').ofName(row('account:7'))).toEqual({})
})

test('a figure opens its report where the application is reached from elsewhere', () => {
  const at = (url: string, one: Row) => leadsWithin('balance_sheet', 'ar', trial, url).ofFigure(column, one)
  const opened = '/reports/account-statement?from=2026-01-01&account_id=7'
  expect(at('https://books.example', row('account:7', { link }))).toBe(`https://books.example${opened}`)
  // A figure with an address of its own is opened as it is.
  const own = row('account:7', { links: { amount: link } })
  expect(at('https://books.example', own)).toBe('https://books.example/reports/account-statement?account_id=7')
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(at(url, row('account:7', { link }))).toBeUndefined()
  expect(at('https://books.example', row('account:7'))).toBeUndefined()
})
