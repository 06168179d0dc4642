import { describe, expect, test } from 'vitest'
import { decimal, text } from '#ledger/money.ts'
import { vector, written } from '#ledger/testing/notation.ts'
import { Refusal } from '#server/core/refusal.ts'
import { Calendar } from '#server/journal/periods.ts'
import type { Caller } from '#server/posting/plan.ts'
import { disposal } from './dispose-asset.ts'

// The plan and the refusals of a disposal, without a database.

const caller: Caller = {
  session: { user_id: 7, authority: new Set(), places: null, organization: { currency_id: 1, decimals: 2 } } as never,
  today: '2026-06-30',
  now: new Date('2026-06-30T09:00:00Z'),
}
const names = { 10: 'FIXED', 11: 'ACCDEP', 12: 'DISPOSAL', 13: 'DEPR', 20: 'BANK' }
const part = (number: number, month: string, date: string, amount: string, state: string) => ({
  organization_id: 1,
  deferral_id: 5,
  number,
  kind: 'month',
  month,
  part_date: date,
  amount,
  state,
  entry_id: state === 'posted' ? 100 + number : null,
  note_id: null,
  error: state === 'failed' ? 'period_locked' : null,
})
const planned = (state = 'planned') => part(2, '2026-06-01', '2026-06-30', '200', state)
const row = {
  organization_id: 1,
  id: 5,
  document_id: null,
  line_number: null,
  asset_id: 3,
  side: 'purchases',
  branch_id: 1,
  account_id: 11,
  result_account_id: 13,
  cost_center_id: null,
  product_id: null,
  amount: '8200',
  months: 60,
  deferred_on: '2024-10-01',
  from_date: '2024-10-01',
  to_date: '2029-09-30',
  state: 'active',
  plan: 1,
}
const asset = {
  id: 3,
  number: 'FA-1',
  asset_class_id: 4,
  branch_id: 1,
  cost_center_id: null,
  method: 'months',
  life_months: 60,
  state: 'active',
  in_service_on: '2024-10-01',
  entered_on: '2024-10-01',
  depreciated_to: null,
  cost: '12000',
  residual: '0',
  version: 1,
}
const acquired = { id: 1, kind: 'acquired', event_date: '2024-10-01', accumulated: '3800', reverses_id: null }
const ofClass = {
  cost_account_id: 10,
  accumulated_account_id: 11,
  expense_account_id: 13,
  disposal_account_id: 12,
  declining_percent: null,
}
const usual = {
  calendar: new Calendar(
    [{ financial_year_id: 1, started_at: '2026-01-01', ended_at: '2026-12-31', status: 'open' }],
    [],
    false,
  ),
  entries: [],
  references: new Map(),
  purpose: { purpose: 'money', row: { is_open_item: false, fits: true } },
  invoiced: '0',
  accounts: { idOf: (account: unknown) => account, decimalsOf: () => 2 },
}
type Change = { input?: object; asset?: object; events?: object[]; parts?: object[]; facts?: object }
const posted = part(1, '2026-05-01', '2026-05-31', '200', 'posted')
const decided = ({ input, facts, ...own }: Change = {}) =>
  disposal.decide(
    caller,
    {
      ...usual,
      ...facts,
      facts: {
        asset: { ...asset, ...own.asset },
        ofClass,
        events: own.events ?? [acquired],
        former: [],
        schedule: { row, parts: own.parts ?? [posted, planned()] },
      },
    } as never,
    { id: 3, date: '2026-06-15', how: 'sold', proceeds: '7500', account_id: 20, ...input } as never,
  ).plan

function refusalOf(change: Change): string {
  try {
    decided(change)
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  return 'none'
}
const entriesOf = (change?: Change) => decided(change).entries.map(({ entry }) => written(entry, names))

test('V59: the depreciation to the day and the exit are one plan', () => {
  expect(entriesOf()).toEqual([
    vector('DEPR D100.00; ACCDEP C100.00'),
    vector('ACCDEP D4100.00; DISPOSAL D7900.00; FIXED C12000.00; BANK D7500.00; DISPOSAL C7500.00'),
  ])
  const { writes, changes } = decided()
  const event = writes.find((write) => write.table === 'asset_events')
  expect(event).toMatchObject({
    values: { kind: 'disposed', cost: '-12000', accumulated: '-4100', book_value: '7900' },
  })
  expect(changes.find(({ table }) => table === 'assets')?.values).toMatchObject({ state: 'disposed', cost: '0' })
  expect(changes.find(({ table }) => table === 'deferrals')?.values).toMatchObject({ state: 'stopped', amount: '300' })
})

test('a month that is due is posted on its own day first', () => {
  const due = part(1, '2026-05-01', '2026-05-31', '200', 'planned')
  const { entries } = decided({ parts: [due, planned()] })
  expect(entries.map(({ head }) => head.date)).toEqual(['2026-05-31', '2026-06-15', '2026-06-15'])
})

test('a third leaves with its share, and the months that are left share the rest exactly', () => {
  const plan = decided({ input: { cost: '4000', proceeds: '2500' } })
  expect(plan.entries.map(({ entry }) => written(entry, names))).toEqual([
    vector('DEPR D33.33; ACCDEP C33.33'),
    vector('ACCDEP D1366.66; DISPOSAL D2633.34; FIXED C4000.00; BANK D2500.00; DISPOSAL C2500.00'),
  ])
  const parts = plan.writes.flatMap((write) =>
    write.how === 'add' && write.table === 'deferral_parts' && write.values.state === 'planned' ? [write.values] : [],
  )
  expect(parts).toHaveLength(40)
  const rest = parts.reduce((total, { amount }) => total.plus(String(amount)), decimal(0))
  expect(text(rest)).toBe('5333.33')
})

test('names the first day on which an asset may leave', () => {
  const dayOf = (parts: object[], date: string) => {
    try {
      decided({ parts, input: { date } })
    } catch (error) {
      return error instanceof Refusal && Object.values(error.errors)[0]?.params?.day
    }
    return 'none'
  }
  expect(dayOf([posted], '2026-04-20')).toBe('2026-05-01')
  const june = part(2, '2026-06-01', '2026-06-30', '200', 'posted')
  expect(dayOf([posted, june], '2026-04-20')).toBe('2026-06-01')
  // April was posted on a day of May, because its own was closed.
  const retried = part(1, '2026-04-01', '2026-05-20', '200', 'posted')
  expect([dayOf([retried], '2026-05-10'), dayOf([retried], '2026-05-20')]).toEqual(['2026-05-20', 'none'])
})

describe('refuses', () => {
  test.each<[string, string, Change]>([
    ['an asset that left', 'asset_state', { asset: { state: 'disposed' } }],
    ['a day before the last event', 'asset_date_early', { events: [{ ...acquired, event_date: '2026-06-16' }] }],
    ['months that are posted after the day', 'asset_months_posted', { input: { date: '2026-04-20' } }],
    [
      'a month that waits as a task',
      'asset_month_waits',
      { parts: [part(1, '2026-05-01', '2026-05-31', '200', 'failed')] },
    ],
    ['a part above the cost', 'part_above_cost', { input: { cost: '12000.01' } }],
    ['a sale for nothing', 'invalid_input', { input: { proceeds: '0' } }],
    ['a sale that nothing brought', 'invoice_or_account', { input: { account_id: null } }],
    ['a sale that two brought', 'invoice_or_account', { input: { document_id: 9 } }],
    [
      'an invoice of something else',
      'invoice_not_of_disposal',
      { input: { account_id: null, document_id: 9 }, facts: { invoiced: '7499.99' } },
    ],
    ['proceeds of scrapping', 'scrap_brings_nothing', { input: { how: 'scrapped' } }],
    [
      'a closed day',
      'period_locked',
      {
        facts: {
          calendar: new Calendar(
            [{ financial_year_id: 1, started_at: '2026-01-01', ended_at: '2026-12-31', status: 'closed' }],
            [],
            false,
          ),
        },
      },
    ],
  ])('%s', (_, code, change) => expect(refusalOf(change)).toBe(code))
})
