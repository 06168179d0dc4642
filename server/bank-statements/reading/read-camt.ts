import { Refusal } from '#server/core/refusal.ts'
import { readDay } from '#server/reading/values/days.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { allNamed, childrenNamed, elementAlong, textAlong, textWithin } from '#server/xml/local-name-path.ts'
import { parseXml, type XmlElement } from '#server/xml/parse-xml.ts'
import { joined, joinParts, type Statement, type StatementLine, type StatementPart } from './statement.ts'

export const isCamt = (text: string): boolean => /<([\w-]+:)?BkToCstmrStmt[\s>]/.test(text)
/** Reports of the day and advices: what they say is said again by the statement. */
export const isInterim = (text: string): boolean =>
  /<([\w-]+:)?BkToCstmr(AcctRpt|DbtCdtNtfctn)[\s>]/.test(text) || (/^:20:/m.test(text) && /^:34F:/m.test(text))

/** What is collected of all entries of a file: their number, and the currencies that they and the balances have. */
type Collected = { texts: readonly string[]; count: number; currencies: Set<string>; field: string }

/** ISO 20022 CAMT.053 of any version; the statements of one file follow each other. */
export function readCamt(text: string, field: string): Statement {
  const { skeleton, texts } = withoutEntries(text.trimStart())
  const statements = allNamed(parseXml(skeleton), 'Stmt')
  const [first] = statements
  const account = first && accountOf(first)
  if (statements.some((one) => accountOf(one) !== account)) throw new Refusal('statement_several_accounts', { field })
  const collected: Collected = { texts, count: 0, currencies: new Set(statements.flatMap(balanceCurrencies)), field }
  const parts = statements.map((one) => partOf(one, collected))
  if (collected.currencies.size > 1) throw new Refusal('statement_several_currencies', { field })
  return {
    format: 'camt053',
    account: account ?? null,
    currency: [...collected.currencies][0] ?? null,
    ...joinParts(parts, field),
  }
}

/** Entries are parsed one by one: the tree of a long file would be many times its size. No part of the text is searched twice. */
function withoutEntries(text: string): { skeleton: string; texts: string[] } {
  const texts: string[] = []
  const skeleton: string[] = []
  const opening = /<((?:[\w-]+:)?)Ntry(?:\s[^<>]*)?>/g
  let at = 0
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [, prefix = ''] = found
    const closing = new RegExp(`</${prefix}Ntry\\s*>`, 'g')
    closing.lastIndex = opening.lastIndex
    const end = closing.exec(text)
    if (!end) break
    skeleton.push(text.slice(at, found.index), `<${prefix}Ntry place="${texts.length}"/>`)
    texts.push(text.slice(found.index, closing.lastIndex))
    at = closing.lastIndex
    opening.lastIndex = at
  }
  return { skeleton: skeleton.join('') + text.slice(at), texts }
}

function partOf(statement: XmlElement, collected: Collected): StatementPart {
  const opening = balanceOf(statement, ['OPBD', 'PRCD'], 'first')
  const closing = balanceOf(statement, ['CLBD'], 'last')
  return {
    opening_balance: opening?.amount ?? null,
    closing_balance: closing?.amount ?? null,
    closing_date: closing?.date ?? null,
    lines: childrenNamed(statement, 'Ntry').flatMap((place) => {
      const entry = parseXml(collected.texts[Number(place.attributes.get('place'))] ?? '')
      collected.count++
      for (const currency of currencyOf(entry)) collected.currencies.add(currency)
      if (!isBooked(entry)) return []
      const line = lineOf(entry)
      if (!line) throw new Refusal('statement_entry', { field: collected.field, params: { number: collected.count } })
      return line.amount === '0' ? [] : [line]
    }),
  }
}

const accountOf = (statement: XmlElement): string | undefined =>
  textAlong(statement, 'Acct', 'Id', 'IBAN') ?? textAlong(statement, 'Acct', 'Id', 'Othr', 'Id')

/** Entries are in the currency of their account; amounts in another one are in their details. */
const currencyOf = (element: XmlElement): string[] =>
  childrenNamed(element, 'Amt').flatMap((amount) => amount.attributes.get('Ccy') ?? [])
const balanceCurrencies = (statement: XmlElement): string[] => childrenNamed(statement, 'Bal').flatMap(currencyOf)

/** An entry that is pending or for information is no part of the balance. */
function isBooked(entry: XmlElement): boolean {
  const status = textAlong(entry, 'Sts', 'Cd') ?? textAlong(entry, 'Sts', 'Prtry') ?? textAlong(entry, 'Sts')
  return !['PDNG', 'INFO', 'FUTR'].includes(status ?? 'BOOK')
}

function lineOf(entry: XmlElement): StatementLine | null {
  const amount = signedAmount(entry)
  const date = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (amount === null || date === null) return null
  const details = allNamed(entry, 'TxDtls')
  // A reversal already has the direction of its own; the parties are those of what is reversed.
  const isReversal = ['true', '1'].includes(textAlong(entry, 'RvslInd') ?? '')
  const party = amount.startsWith('-') !== isReversal ? 'Cdtr' : 'Dbtr'
  const names = details.map(
    (one) => textAlong(one, 'RltdPties', party, 'Nm') ?? textAlong(one, 'RltdPties', party, 'Pty', 'Nm'),
  )
  const descriptions = details.flatMap((one) => [
    ...allNamed(one, 'Ustrd').map(textWithin),
    ...allNamed(one, 'Strd').flatMap(structuredOf),
    textAlong(one, 'AddtlTxInf'),
  ])
  const ids = details.map((one) => textAlong(one, 'Refs', 'EndToEndId')).filter((id) => id && id !== 'NOTPROVIDED')
  return {
    date,
    amount,
    balance: null,
    description: joined(textAlong(entry, 'AddtlNtryInf'), ...descriptions),
    reference:
      ids[0] ??
      textAlong(entry, 'AcctSvcrRef') ??
      details.map((one) => textAlong(one, 'Refs', 'AcctSvcrRef')).find(Boolean) ??
      textAlong(entry, 'NtryRef') ??
      null,
    counterparty: joined(...names) || null,
  }
}

/** The invoices and the reference that a payer named in fields of their own. */
const structuredOf = (structured: XmlElement): (string | undefined)[] => [
  ...allNamed(structured, 'RfrdDocInf').map((one) => textAlong(one, 'Nb')),
  textAlong(structured, 'CdtrRefInf', 'Ref'),
  ...childrenNamed(structured, 'AddtlRmtInf').map(textWithin),
]

function balanceOf(statement: XmlElement, kinds: readonly string[], which: 'first' | 'last') {
  const balances = childrenNamed(statement, 'Bal').flatMap((balance) => {
    const kind = textAlong(balance, 'Tp', 'CdOrPrtry', 'Cd') ?? ''
    const amount = signedAmount(balance)
    return amount === null ? [] : [{ kind, amount, date: dayAt(balance, 'Dt') }]
  })
  for (const kind of kinds) {
    const found = balances.find((balance) => balance.kind === kind)
    if (found) return found
  }
  // A page of several begins and ends with interim balances, in this order.
  const interim = balances.filter(({ kind }) => kind === 'ITBD')
  const isPaged = interim.length > 1 || balances.some(({ kind }) => kind === (which === 'first' ? 'CLBD' : 'OPBD'))
  return isPaged ? interim.at(which === 'first' ? 0 : -1) : undefined
}

function signedAmount(element: XmlElement): string | null {
  const written = textAlong(element, 'Amt') ?? ''
  const amount = /^\+?\d*\.?\d+$/.test(written) ? readFigure(written.replace('+', '')) : null
  const direction = textAlong(element, 'CdtDbtInd')
  if (amount === null || (direction !== 'DBIT' && direction !== 'CRDT')) return null
  return direction === 'DBIT' && amount !== '0' ? `-${amount}` : amount
}

function dayAt(element: XmlElement, name: string): string | null {
  const at = elementAlong(element, name)
  return at ? readDay((textAlong(at, 'Dt') ?? textAlong(at, 'DtTm') ?? textWithin(at)).slice(0, 10)) : null
}
