import { Refusal } from '#server/core/refusal.ts'
import { readDay } from '#server/reading/values/days.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { describedLine } from './mt940-text.ts'
import { joinParts, type Statement, type StatementLine, type StatementPart } from './statement.ts'

export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:60[FM]:/m.test(text)

/** SWIFT MT940: fields of a tag each; messages, pages and days of one account in any order. */
export function readMt940(text: string, field: string): Statement {
  const parts: StatementPart[] = []
  const heading = { account: null as string | null, currency: null as string | null }
  let line: StatementLine | null = null
  let open: StatementPart | null = null
  for (const { tag, value, row } of fieldsOf(text)) {
    const unreadable = new Refusal('statement_row', { field, params: { row } })
    if (tag === '25') heading.account = sameAccount(heading.account, value.split('\n')[0] as string, field)
    if (/^6[0-2]/.test(tag) && tag !== '61') {
      line = null
      const balance = balanceOf(value.split('\n')[0] as string)
      if (!balance) throw unreadable
      heading.currency ??= balance.currency
      if (heading.currency !== balance.currency) throw new Refusal('statement_several_currencies', { field })
      if (tag.startsWith('60')) {
        if (open) throw new Refusal('statement_cut_off', { field })
        open = { opening_balance: balance.amount, closing_balance: null, closing_date: null, lines: [] }
        parts.push(open)
      } else {
        if (!open) throw unreadable
        Object.assign(open, { closing_balance: balance.amount, closing_date: balance.date })
        open = null
      }
    }
    if (tag === '61') {
      line = lineOf(value)
      if (!line || !open) throw unreadable
      open.lines.push(line)
    }
    if (tag === '86' && line) describedLine(line, value)
  }
  // Every message ends with its closing balance.
  if (open) throw new Refusal('statement_cut_off', { field })
  return { format: 'mt940', ...heading, ...joinParts(parts, field) }
}

function sameAccount(known: string | null, written: string, field: string): string {
  const account = written.trim()
  if (known !== null && known !== account) throw new Refusal('statement_several_accounts', { field })
  return account
}

function fieldsOf(text: string): { tag: string; value: string; row: number }[] {
  const fields: { tag: string; value: string; row: number }[] = []
  let isClosed = false
  let isBetween = false
  for (const [index, row] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    const started = /^(?:\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(row)
    const last = fields.at(-1)
    if (started) {
      fields.push({ tag: started[1] as string, value: started[2] as string, row: index + 1 })
      isClosed = /^6[245]/.test(started[1] as string) || (isClosed && started[1] === '86')
      isBetween = false
    }
    // The end of a message, and the blocks around it. Banks write lines of their own before the next message.
    else if (/^\s*(-|-\}.*|\{\d:.*|\})\s*$/.test(row)) isBetween = isClosed
    else if (last && !isBetween) last.value += `\n${row}`
  }
  return fields
}

/** A comma before the decimals, and nothing between the digits. Some banks write a point. */
const exactly = (written: string): string | null =>
  /^\d+([,.]\d*)?$/.test(written) ? readFigure(written.replace(',', '.').replace(/\.$/, '')) : null

function balanceOf(value: string) {
  const found = /^(C|D)(\d{6})([A-Z]{3})([\d,.]+)\s*$/.exec(value.trim())
  const amount = found && exactly(found[4] as string)
  const date = found && dayOf(found[2] as string)
  if (!found || !amount || !date) return null
  return { amount: signed(found[1] === 'D', amount), date, currency: found[3] as string }
}

/** Value date, entry date, mark, amount, type, our reference, the bank's, and the text on the next line. */
function lineOf(value: string): StatementLine | null {
  const found =
    /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,.]+)\s?[A-Z][A-Z0-9]{3}([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/.exec(value)
  const amount = found && exactly(found[4] as string)
  const valued = found && dayOf(found[1] as string)
  if (!found || !amount || !valued) return null
  const date = found[2] ? nearest(found[2], valued) : valued
  if (!date) return null
  const reference = (found[5] ?? '').trim()
  return {
    date,
    amount: signed(found[3] === 'D' || found[3] === 'RC', amount),
    description: (found[7] ?? '').trim(),
    reference: reference && reference !== 'NONREF' ? reference : found[6]?.trim() || null,
    counterparty: null,
    balance: null,
  }
}

/** The entry date has no year: about New Year it may be another than that of the value date. */
function nearest(entered: string, valued: string): string | null {
  const months = Number(entered.slice(0, 2)) - Number(valued.slice(5, 7))
  const year = Number(valued.slice(0, 4)) + (months > 6 ? -1 : months < -6 ? 1 : 0)
  return readDay(`${year}-${entered.slice(0, 2)}-${entered.slice(2)}`)
}

const dayOf = (digits: string) => readDay(`20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`)
const signed = (isOut: boolean, amount: string) => (isOut && amount !== '0' ? `-${amount}` : amount)
