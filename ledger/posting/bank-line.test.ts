import { describe, expect, test } from 'vitest'
import { text } from '../money.ts'
import { type BankLineTax, bankLineShare } from './bank-line.ts'

const standard: BankLineTax = { tax_id: 1, rate: '15', box: '7', reverse_charge: false, recoverable_percent: '100' }
const share = (amount: string, tax: BankLineTax, sign: 1 | -1 = 1, isSale = false) => {
  const { net, moves, taxes } = bankLineShare({ amount, tax, sign, isSale, branch_id: 1, decimals: 2 })
  return {
    net: text(net),
    moves: moves.map((one) => [one.account, text(one.amount)]),
    taxes: taxes.map((one) => [one.box, one.sign, text(one.base), text(one.tax)]),
  }
}

describe('an amount of a bank line with tax', () => {
  test('is split into net and deductible tax, which come to it', () => {
    expect(share('5.75', standard)).toEqual({ net: '5', moves: [['VAT_IN', '0.75']], taxes: [['7', 1, '5', '0.75']] })
    expect(share('10', standard)).toEqual({ net: '8.7', moves: [['VAT_IN', '1.3']], taxes: [['7', 1, '8.7', '1.3']] })
  })
  test('takes the tax back with what comes back of a purchase', () => {
    expect(share('5.75', standard, -1).taxes).toEqual([['7', -1, '5', '0.75']])
  })
  test('V33: tax that is not deducted stays on the account', () => {
    expect(share('115', { ...standard, recoverable_percent: '0' })).toEqual({
      net: '115',
      moves: [],
      taxes: [['7', 1, '0', '0']],
    })
  })
  test('V31: under reverse charge the amount is the net, and the tax is owed and deducted', () => {
    expect(share('1000', { ...standard, box: '9', reverse_charge: true })).toEqual({
      net: '1000',
      moves: [
        ['VAT_IN', '150'],
        ['VAT_RC', '-150'],
      ],
      taxes: [['9', 1, '1000', '0']],
    })
  })
  test('is a sale without tax in its box', () => {
    expect(share('200', { ...standard, rate: '0', box: '5' }, 1, true)).toEqual({
      net: '200',
      moves: [],
      taxes: [['5', 1, '200', '0']],
    })
  })
})
