import { describe, expect, test } from 'vitest'
import { sales } from '#contract/documents/sides.ts'
import { text } from '#ledger/money.ts'
import { Calendar } from '#server/journal/periods.ts'
import type { OpenItemState } from '#server/posting/facts/open-items.ts'
import { accountsBy, addedRows, callerOf, openYear, refusalOf } from '../../test/harness/posting/decisions.ts'
import { retentionRelease } from './release-retention.ts'
import { releaseTakenBack } from './take-back-release.ts'

// The refusals and the plan of a release, and of taking it back, without a database.

const caller = callerOf({ currency_id: 1, decimals: 2 })
const invoice: OpenItemState = {
  id: 11,
  branch_id: 1,
  date: '2026-06-01',
  currency_id: 1,
  party_id: 5,
  kind: 'invoice',
  state: 'posted',
  total: '115',
  total_base: '115',
  settled: '10',
  settled_base: '10',
  version: 3,
  revision: 1,
  first_settled_on: '2026-06-01',
  last_settled_on: '2026-06-01',
  last_unsettled_on: null,
  retained: '10',
  retained_base: '10',
}
type Change = { item?: Partial<OpenItemState>; input?: object; locks?: { kind: string; locked_through: string }[] }
const facts = ({ item, locks = [] }: Change) => ({
  calendar: new Calendar([{ ...openYear, status: 'open' }], locks, false),
  documents: new Map([[11, { ...invoice, ...item }]]),
  accounts: accountsBy((role) => role.length * 100),
})
const usual = { side: sales, id: 11, date: '2026-06-20', amount: '4' } as const
const released = (change: Change = {}) =>
  retentionRelease.decide(caller, facts(change) as never, { ...usual, ...change.input } as never)

describe('a release', () => {
  const refusals: [string, Change, string, string | undefined][] = [
    ['of more than is retained', { input: { amount: '10.01' } }, 'release_exceeds_retained', 'amount'],
    ['where nothing is retained', { item: { retained: '0' } }, 'nothing_retained', 'amount'],
    ['before the document', { input: { date: '2026-05-31' } }, 'date_before_source', 'date'],
    ['of a draft', { item: { state: 'draft' } }, 'document_not_posted', undefined],
    ['of another kind', { item: { kind: 'debit_note' } }, 'not_found', undefined],
    ['of a version that changed', { input: { version: 2 } }, 'stale_version', undefined],
    ['in a locked period', { locks: [{ kind: 'all', locked_through: '2026-06-30' }] }, 'period_locked', 'date'],
  ]
  test.each(refusals)('is refused %s', (_, change, code, field) => {
    const refusal = refusalOf(() => released(change))
    expect([refusal?.code, refusal?.fields[0]]).toEqual([code, field])
  })

  test('V68: moves its part back to the control account', () => {
    const { plan } = released()
    const lines = plan.entries[0]?.entry.lines.map(({ account, debit, credit }) => [account, text(debit), text(credit)])
    expect(lines).toEqual([
      ['AR', '4', '0'],
      ['RETENTION_REC', '0', '4'],
    ])
    expect(addedRows(plan, 'allocations')).toMatchObject([{ amount: '-4', carrying_base: '-4' }])
    expect(plan.changes[0]?.values).toMatchObject({ retained: '6', settled: '6', status: 'confirmed' })
  })

  test('the last one takes all that is left in base currency', () => {
    const item = { currency_id: 2, retained: '3.33', retained_base: '12.48', settled: '3.33', settled_base: '12.48' }
    const { plan } = released({ item, input: { amount: '3.33' } })
    expect(plan.changes[0]?.values).toMatchObject({ retained: '0', retained_base: '0', settled_base: '0' })
  })
})

describe('taking a release back', () => {
  const release = {
    id: 7,
    state: 'posted',
    amount: '4',
    amount_base: '4',
    allocation: {
      id: 70,
      document_id: 11,
      retention_move_id: 7,
      amount: '-4',
      carrying_base: '-4',
      source_base: '-4',
      fx_difference_base: '0',
      payment_revision: 1,
    },
  }
  const item = { retained: '6', retained_base: '6', settled: '6', settled_base: '6' }
  const takenBack = (change: Change & { release?: object | null } = {}) =>
    releaseTakenBack.decide(
      caller,
      {
        ...facts({ ...change, item: { ...item, ...change.item } }),
        date: '2026-06-20',
        release: change.release === undefined ? release : change.release && { ...release, ...change.release },
        entries: [],
        settled: [],
      } as never,
      { side: sales, id: 11, release: 7 },
    )
  test.each([
    ['twice', { release: { state: 'void' } }, 'release_taken_back'],
    ['that there is not', { release: null }, 'not_found'],
    ['that was paid', { item: { settled: '112' } }, 'release_settled'],
    ['in a locked period', { locks: [{ kind: 'all', locked_through: '2026-06-30' }] }, 'period_locked'],
  ])('is refused %s', (_, change, code) => {
    expect(refusalOf(() => takenBack(change))?.code).toBe(code)
  })

  test('retains the amount again', () => {
    const { plan } = takenBack()
    expect(addedRows(plan, 'allocations')).toMatchObject([{ amount: '4', reverses_id: 70 }])
    expect(plan.changes.find(({ table }) => table === 'documents')?.values).toMatchObject({
      retained: '10',
      settled: '10',
    })
  })
})
