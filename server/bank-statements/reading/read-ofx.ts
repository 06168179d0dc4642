import { Refusal } from '#server/core/refusal.ts'
import { readDay } from '#server/imports/values/days.ts'
import { readFigure } from '#server/imports/values/figures.ts'
import { joined, type Statement } from './statement.ts'

export const isOfx = (text: string): boolean => /<OFX>/i.test(text)

/** OFX and QFX, as SGML without closing tags or as XML. */
export function readOfx(text: string, field: string): Statement {
  if (!/<\/OFX>/i.test(text)) throw new Refusal('statement_cut_off', { field })
  if (text.match(/<(CC)?STMTRS>/gi)?.length !== 1) throw new Refusal('statement_several_accounts', { field })
  const closing = /<LEDGERBAL>([\s\S]*?)(<\/LEDGERBAL>|<AVAILBAL>|<\/STMTRS>|$)/i.exec(text)?.[1] ?? ''
  const lines = [
    ...text.matchAll(/<STMTTRN>([\s\S]*?)(?=<\/STMTTRN>|<STMTTRN>|<\/BANKTRANLIST>|<LEDGERBAL>)/gi),
  ].flatMap(([, block = '']) => {
    const date = dayOf(fieldOf(block, 'DTPOSTED'))
    const amount = readFigure(fieldOf(block, 'TRNAMT') ?? '')
    if (date === null || amount === null) return []
    const name = fieldOf(block, 'NAME')
    return [
      {
        ...{ date, amount, balance: null, counterparty: name },
        description: joined(name, fieldOf(block, 'MEMO')),
        reference: fieldOf(block, 'CHECKNUM') ?? fieldOf(block, 'REFNUM') ?? fieldOf(block, 'FITID'),
      },
    ]
  })
  return {
    ...{ format: 'ofx', account: fieldOf(text, 'ACCTID'), currency: fieldOf(text, 'CURDEF'), opening_balance: null },
    closing_balance: readFigure(fieldOf(closing, 'BALAMT') ?? ''),
    closing_date: dayOf(fieldOf(closing, 'DTASOF')),
    lines: lines.toSorted((one, other) => one.date.localeCompare(other.date)),
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' }
function fieldOf(text: string, tag: string): string | null {
  const value = new RegExp(`<${tag}>([^<\\r\\n]*)`, 'i').exec(text)?.[1]?.trim()
  return value ? value.replace(/&\w+;/g, (entity) => entities[entity] ?? entity) : null
}
const dayOf = (written: string | null) => (written ? readDay(written.slice(0, 8)) : null)
