import { Refusal } from '#server/core/refusal.ts'
import { readDay } from '#server/imports/values/days.ts'
import { readFigure } from '#server/imports/values/figures.ts'
import { joined, type Statement, type StatementLine } from './statement.ts'

export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:60[FM]:/m.test(text)

/** SWIFT MT940: fields of a tag each, one message or several one after the other. */
export function readMt940(text: string, field: string): Statement {
  const statement: Statement = {
    ...{ format: 'mt940', account: null, currency: null, opening_balance: null, closing_balance: null },
    ...{ closing_date: null, lines: [] },
  }
  let line: StatementLine | null = null
  let isOpen = false
  for (const { tag, value, row } of fieldsOf(text)) {
    if (tag === '60F' || tag === '60M') isOpen = true
    if (tag === '62F' || tag === '62M') isOpen = false
    if (tag === '25') {
      statement.account ??= value.trim()
      if (statement.account !== value.trim()) throw new Refusal('statement_several_accounts', { field })
    }
    if (tag === '60F' || tag === '60M') {
      const balance = balanceOf(value)
      statement.opening_balance ??= balance?.amount ?? null
      statement.currency ??= balance?.currency ?? null
    }
    if (tag === '62F' || tag === '62M') {
      const balance = balanceOf(value)
      statement.closing_balance = balance?.amount ?? statement.closing_balance
      statement.closing_date = balance?.date ?? statement.closing_date
    }
    if (tag === '61') {
      line = lineOf(value)
      if (!line) throw new Refusal('statement_row', { field, params: { row } })
      statement.lines.push(line)
    }
    if (tag === '86' && line) {
      line.description = joined(line.description, described(value))
      line = null
    }
  }
  // Every message ends with its closing balance.
  if (isOpen) throw new Refusal('statement_cut_off', { field })
  return statement
}

function fieldsOf(text: string): { tag: string; value: string; row: number }[] {
  const fields: { tag: string; value: string; row: number }[] = []
  for (const [index, row] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    const started = /^:(\d{2}[A-Z]?):(.*)$/.exec(row)
    const last = fields.at(-1)
    if (started) fields.push({ tag: started[1] as string, value: started[2] as string, row: index + 1 })
    else if (last && !/^(-|-\}|\{\d:|\})/.test(row)) last.value += `\n${row}`
  }
  return fields
}

function balanceOf(value: string) {
  const found = /^(C|D)(\d{6})([A-Z]{3})([\d,.]+)/.exec(value.trim())
  if (!found) return null
  const amount = readFigure(found[4] as string, ',')
  return amount === null
    ? null
    : { amount: signed(found[1] === 'D', amount), date: dayOf(found[2] as string), currency: found[3] as string }
}

/** Value date, entry date, mark, amount, type, our reference, the bank's, and the text on the next line. */
function lineOf(value: string): StatementLine | null {
  const found =
    /^(\d{6})(\d{4})?(R?[CD])[A-Z]?([\d,.]+)[A-Z][A-Z0-9]{3}([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/.exec(value)
  const amount = found && readFigure(found[4] as string, ',')
  if (!found || amount === null || amount === undefined) return null
  const valued = dayOf(found[1] as string)
  const entered = found[2] ? `${(valued ?? '').slice(0, 4)}-${found[2].slice(0, 2)}-${found[2].slice(2)}` : null
  const date = entered && valued ? nearest(entered, valued) : valued
  if (!date) return null
  const reference = (found[5] ?? '').trim()
  return {
    ...{ date, amount: signed(found[3] === 'D' || found[3] === 'RC', amount) },
    ...{
      description: joined(found[7]),
      reference: reference && reference !== 'NONREF' ? reference : (found[6]?.trim() ?? null),
    },
    ...{ counterparty: null, balance: null },
  }
}

/** The entry date has no year: about New Year it may be another than that of the value date. */
function nearest(entered: string, valued: string): string {
  const months = Number(entered.slice(5, 7)) - Number(valued.slice(5, 7))
  const year = Number(valued.slice(0, 4)) + (months > 6 ? -1 : months < -6 ? 1 : 0)
  return `${year}${entered.slice(4)}`
}

const dayOf = (digits: string) => readDay(`20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`)
const signed = (isOut: boolean, amount: string) => (isOut && amount !== '0' ? `-${amount}` : amount)
/** `?20…?21…` are parts of one text. */
const described = (value: string) =>
  value
    .replace(/\n/g, '')
    .replace(/^\d{3}(?=\?)/, '')
    .replace(/\?\d{2}/g, ' ')
