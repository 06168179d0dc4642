import { phone, saudiTaxNumber } from '#contract/fields/text.ts'
import type { CellIssue, CellRow, Cells } from './import-kind.ts'

/** Several e-mails or numbers in one cell: the first is taken, and what is left is noted. Unusual numbers of a Saudi party are noted. */
export function tidyParty(row: CellRow): { row: CellRow; notes: CellIssue[] } {
  const notes: CellIssue[] = []
  const note = (column: string, code: string, params?: Record<string, string>) =>
    void notes.push({ row: row.number, column, code, ...(params && { params }) })
  const cells = withNumbers(row.cells)
  for (const key of ['phone', 'mobile']) if (cells[key]?.startsWith('(')) cells[key] = cells[key].replace(/[()]/g, '')
  const emails = (cells.email ?? '').split(/[\s;,،|]+/).filter(Boolean)
  const [name = '', ...rest] = emails
  if (rest.length > 0 && emails.every((one) => one.includes('@'))) {
    cells.email = name
    note('email', 'import_more_emails', { name, rest: rest.join(' ') })
  }
  const { tax_number, mobile } = cells
  if (isSaudi(cells.country_id)) {
    // A number of another country may be that of a foreign party whose country the file does not say.
    if (tax_number && !saudiTaxNumber.safeParse(tax_number).success) note('tax_number', 'import_odd_tax_number')
    const read = phone.safeParse(mobile)
    if (read.success && !isSaudiMobile(read.data)) note('mobile', 'import_odd_mobile')
  }
  return { row: { ...row, cells }, notes }
}

/** «Phone: (011) 234-5678 Mobile: (050) 123-4567» names each number. */
function withNumbers(cells: Cells): Record<string, string> {
  const { phone: written, ...others } = cells
  const found = [
    ...(written ?? '').matchAll(
      /(phone|mobile|fax|tel|هاتف|جوال|فاكس)\s*:\s*([^:]*?)(?=\s*(?:[a-z]+|\p{L}+)\s*:|$)/giu,
    ),
  ]
  if (found.length === 0) return { ...cells }
  const of = (label: RegExp) => found.find(([, name = '']) => label.test(name))?.[2]?.trim()
  const [land, cell] = [of(/phone|tel|هاتف/i), of(/mobile|جوال/i)]
  return { ...(cell && { mobile: cell }), ...others, ...(land && { phone: land }) }
}

/** Without a country a party is of this one. */
const isSaudi = (country: string | undefined) =>
  country === undefined || /^(sa|sau|ksa|saudi.*|.*سعودي.*)$/i.test(country)
const isSaudiMobile = (mobile: string) => /^(00966|\+?966|0)?5\d{8}$/.test(mobile.replace(/[\s()-]/g, ''))
