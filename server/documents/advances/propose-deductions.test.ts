import { expect, test } from 'vitest'
import { text } from '#ledger/money.ts'
import { proposedDeductions } from './propose-deductions.ts'

const advance = (id: number, left: string, tax_key = '1') => ({ id, left, tax_key })
const bases = (base: string, tax_key = '1') => [{ tax_key, base }]

test.each([
  ['all that is left of an advance', [advance(7, '300')], bases('1000'), ['7: 300']],
  ['no more than the rows of the invoice', [advance(7, '300')], bases('120.5'), ['7: 120.5']],
  [
    'the oldest first, the next one what is still free',
    [advance(7, '300'), advance(8, '300')],
    bases('450'),
    ['7: 300', '8: 150'],
  ],
  ['nothing of another tax', [advance(7, '300', '2')], bases('1000'), []],
  ['nothing of an advance that is used up', [advance(7, '0')], bases('1000'), []],
  ['nothing where other drafts take more than is left', [advance(7, '-5')], bases('1000'), []],
])('proposes %s', (_, advances, own, expected) => {
  expect(proposedDeductions(advances, own).map(({ advance_id, net }) => `${advance_id}: ${text(net)}`)).toEqual(
    expected,
  )
})
