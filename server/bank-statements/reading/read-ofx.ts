import { Refusal } from '#server/core/refusal.ts'
import { readDay } from '#server/reading/values/days.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { joined, type Statement, type StatementLine } from './statement.ts'

export const isOfx = (text: string): boolean => /<OFX>/i.test(text)

/** OFX and QFX, as SGML without closing tags or as XML. */
export function readOfx(text: string, field: string): Statement {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Refusal('file_not_readable', { field })
  if (!/<\/OFX>/i.test(text)) throw new Refusal('statement_cut_off', { field })
  if (text.match(/<(CC)?STMTRS>/gi)?.length !== 1) throw new Refusal('statement_several_accounts', { field })
  const currency = fieldOf(text, 'CURDEF')
  const closing = /<LEDGERBAL>([\s\S]*?)(<\/LEDGERBAL>|<AVAILBAL>|<\/(CC)?STMTRS>|$)/i.exec(text)?.[1] ?? ''
  const blocks = text.matchAll(/<STMTTRN>([\s\S]*?)(?=<\/STMTTRN>|<STMTTRN>|<\/BANKTRANLIST>|<LEDGERBAL>|<\/OFX>)/gi)
  const lines = [...blocks].map(([, block = ''], index) => {
    const line = lineOf(block)
    if (!line) throw new Refusal('statement_entry', { field, params: { number: index + 1 } })
    // What is below CURRENCY is not converted; below ORIGCURRENCY it is.
    const own = /<CURRENCY>([\s\S]*?)(<\/CURRENCY>|$)/i.exec(block)?.[1]
    if (own && fieldOf(own, 'CURSYM') !== currency) throw new Refusal('statement_several_currencies', { field })
    return line
  })
  return {
    format: 'ofx',
    account: fieldOf(text, 'ACCTID'),
    currency,
    opening_balance: null,
    closing_balance: readFigure(fieldOf(closing, 'BALAMT') ?? ''),
    closing_date: dayOf(fieldOf(closing, 'DTASOF')),
    lines: lines.filter(({ amount }) => amount !== '0').toSorted((one, other) => one.date.localeCompare(other.date)),
  }
}

function lineOf(block: string): StatementLine | null {
  const date = dayOf(fieldOf(block, 'DTPOSTED'))
  const amount = readFigure(fieldOf(block, 'TRNAMT') ?? '')
  if (date === null || amount === null) return null
  const name = fieldOf(block, 'NAME') ?? fieldOf(block, 'PAYEEID')
  return {
    date,
    amount,
    balance: null,
    counterparty: name,
    description: joined(name, fieldOf(block, 'MEMO')),
    reference: fieldOf(block, 'CHECKNUM') ?? fieldOf(block, 'REFNUM') ?? fieldOf(block, 'FITID'),
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', quot: '"', apos: "'" }
/** Up to the next tag; a text in CDATA up to its end. SGML has no closing tags, so a line end is part of a text. */
function fieldOf(text: string, tag: string): string | null {
  const found = new RegExp(`<${tag}>\\s*(?:<!\\[CDATA\\[([\\s\\S]*?)\\]\\]>|([^<]*))`, 'i').exec(text)
  const value = (found?.[1] ?? found?.[2] ?? '').replace(/\s+/g, ' ').trim()
  return value ? value.replace(/&(?:#(\d{1,7})|(\w+));/g, resolved) : null
}
function resolved(whole: string, number?: string, name?: string): string {
  const code = Number(number ?? 0)
  return number && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (entities[name ?? ''] ?? whole)
}
const dayOf = (written: string | null) => (written ? readDay(written.slice(0, 8)) : null)
