import { describe, expect, test } from 'vitest'
import { text } from '#ledger/money.ts'
import { emptyLine, isConfirmable, sentLine, storedLine, usedColumns } from './journalLine.ts'
import { journalTotals } from './journalTotals.ts'

const line = (patch: object) => ({ ...emptyLine(), ...patch })

test('sums are exact, in any digits, and a figure that is not finished counts as nothing', () => {
  const totals = journalTotals([
    line({ debit: '0.1' }),
    line({ debit: '٠٫٢' }),
    line({ credit: '0.3' }),
    line({ credit: '1,' }),
  ])
  expect(text(totals.difference)).toBe('0')
  expect(text(totals.debit)).toBe('0.3')
})

describe('a line may be confirmed', () => {
  test.each([
    [{ account_id: '7', debit: '1' }, true],
    [{ account_id: '7', credit: '0.01' }, true],
    [{ account_id: '7', debit: '0', credit: '' }, false],
    [{ account_id: '', debit: '1' }, false],
    [{ account_id: '7', debit: 'x' }, false],
  ])('%o: %s', (patch, allowed) => expect(isConfirmable(line(patch))).toBe(allowed))
})

test('an empty side is sent as nought, and a hidden column as nothing', () => {
  const sent = sentLine(
    line({ account_id: '7', customer_id: '3', supplier_id: '4', debit: '5' }),
    new Set(['customer']),
  )
  expect(sent).toMatchObject({ account_id: '7', customer_id: '3', supplier_id: '', debit: '5', credit: '0' })
})

test('a stored entry shows the columns it uses', () => {
  const stored = storedLine({
    account_id: 7,
    cost_center_id: 2,
    customer_id: null,
    debit: 5,
    credit: 0,
    line_number: 1,
  })
  expect(stored).toMatchObject({ account_id: '7', customer_id: '', debit: '5', line_number: 1 })
  expect([...usedColumns([stored])]).toEqual(['cost_center'])
})
