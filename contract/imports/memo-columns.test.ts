import { expect, test } from 'vitest'
import { memoNames, memoNamesOf } from '../documents/memo-fields.ts'
import { billColumns, invoiceColumns } from './document-columns.ts'

test('a file of invoices and a file of bills have a column for each memo field', () => {
  const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)
  expect(memoNames.filter((name) => !keys(invoiceColumns).includes(name))).toEqual([])
  expect(memoNamesOf('purchases').filter((name) => !keys(billColumns).includes(name))).toEqual([])
})
