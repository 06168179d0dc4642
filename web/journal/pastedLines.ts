import { localName } from '../i18n/localName.ts'
import { findByName, namedCells, type PasteColumns, pastedFigure } from '../ui/lines/pastedCells.ts'
import { emptyLine, type JournalLine } from './journalLine.ts'

const columns: PasteColumns = [
  { key: 'account', words: ['الحساب', 'رقم الحساب', 'اسم الحساب', 'account', 'account number', 'account code'] },
  { key: 'debit', words: ['مدين', 'debit', 'dr'] },
  { key: 'credit', words: ['دائن', 'credit', 'cr'] },
  { key: 'description', words: ['البيان', 'الوصف', 'الشرح', 'description', 'notes'] },
]
type Account = { id: number; number: string; name: string; name_en: string | null }

/** Cells of a spreadsheet as lines of an entry: accounts by number or name, a minus is the other side. */
export const pastedLines = (cells: string[][], accounts: readonly Account[]): JournalLine[] =>
  namedCells(cells, columns).map((row) => {
    const account = findByName(accounts, row.account)
    const [debit, credit] = [pastedFigure(row.debit), pastedFigure(row.credit)]
    const other = (one: string) => (one.startsWith('-') ? one.slice(1) : '')
    const own = (one: string) => (one.startsWith('-') || one === '0' ? '' : one)
    return {
      ...emptyLine(),
      ...(account && {
        account_id: String(account.id),
        account_number: account.number,
        account_name: localName(account),
      }),
      debit: own(debit) || other(credit),
      credit: own(credit) || other(debit),
      description: row.description ?? (account ? '' : (row.account ?? '')),
    }
  })
