import { expect, test } from 'vitest'
import { keysOf, pageAt } from './pageAt.ts'

test.each([
  ['/reports/trial-balance', 'report', ['read-report-trial-balance']],
  ['/accounting/journal-entries/create', 'journal_entry_create', ['create-journal-entry']],
  ['/accounting/journal-entries/7/view', 'journal_entry_view', ['read-journal-entry']],
  ['/accounting/journal-entries/7', 'journal_entry_edit', ['update-journal-entry']],
])('%s is %s and asks for %s', (address, name, keys) => {
  const found = pageAt(address)
  expect(found?.page.name).toBe(name)
  expect(found && keysOf(found.page, found.params)).toEqual(keys)
})

test('an address of no page opens nothing', () => expect(pageAt('/nowhere/at/all')).toBeUndefined())
