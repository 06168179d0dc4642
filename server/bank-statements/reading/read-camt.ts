import { parseXml, type XmlElement } from '#server/e-document/parse-xml.ts'
import { readFigure } from '#server/imports/values/figures.ts'
import { joined, type Statement, type StatementLine } from './statement.ts'

export const isCamt = (text: string): boolean => /<([\w-]+:)?BkToCstmrStmt[\s>]/.test(text)

/** ISO 20022 CAMT.053; the statements of one file follow each other. */
export function readCamt(text: string): Statement {
  const statements = all(parseXml(text), 'Stmt')
  const [first] = statements
  const last = statements.at(-1)
  const opening = first && balanceOf(first, ['OPBD', 'PRCD'])
  const closing = last && balanceOf(last, ['CLBD'])
  const account = first && (textAt(first, 'Acct', 'Id', 'IBAN') ?? textAt(first, 'Acct', 'Id', 'Othr', 'Id'))
  return {
    ...{ format: 'camt053', account: account ?? null, currency: opening?.currency ?? closing?.currency ?? null },
    ...{ opening_balance: opening?.amount ?? null, closing_balance: closing?.amount ?? null },
    closing_date: closing?.date ?? null,
    lines: statements.flatMap((statement) => children(statement, 'Ntry').flatMap(lineOf)),
  }
}

function lineOf(entry: XmlElement): StatementLine[] {
  const amount = signedAmount(entry)
  const date = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (amount === null || date === null) return []
  const details = all(entry, 'TxDtls')
  const party = amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
  const names = details.map(
    (one) => textAt(one, 'RltdPties', party, 'Nm') ?? textAt(one, 'RltdPties', party, 'Pty', 'Nm'),
  )
  const said = details.flatMap((one) => all(one, 'Ustrd').map(textOf))
  const ids = details.map((one) => textAt(one, 'Refs', 'EndToEndId')).filter((id) => id !== 'NOTPROVIDED')
  return [
    {
      ...{ date, amount, balance: null },
      description: joined(textAt(entry, 'AddtlNtryInf'), ...said),
      reference: ids[0] ?? textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef') ?? null,
      counterparty: joined(...names) || null,
    },
  ]
}

function balanceOf(statement: XmlElement, kinds: readonly string[]) {
  for (const kind of kinds)
    for (const balance of children(statement, 'Bal'))
      if (textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === kind) {
        const amount = signedAmount(balance)
        const currency = children(balance, 'Amt')[0]?.attributes.get('Ccy') ?? null
        if (amount !== null) return { amount, currency, date: dayAt(balance, 'Dt') }
      }
  return null
}

function signedAmount(element: XmlElement): string | null {
  const amount = readFigure(textAt(element, 'Amt') ?? '')
  const isOut = textAt(element, 'CdtDbtInd') === 'DBIT'
  return amount === null ? null : isOut && amount !== '0' ? `-${amount}` : amount
}

const dayAt = (element: XmlElement, name: string): string | null =>
  (textAt(element, name, 'Dt') ?? textAt(element, name, 'DtTm'))?.slice(0, 10) ?? null

/** Prefixes of the namespace do not matter. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)
const children = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => typeof child !== 'string' && localName(child.name) === name)
const all = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : localName(child.name) === name ? [child] : all(child, name),
  )
const textOf = (element: XmlElement): string =>
  element.children
    .map((child) => (typeof child === 'string' ? child : ''))
    .join('')
    .trim()
function textAt(element: XmlElement, ...path: readonly string[]): string | undefined {
  let at: XmlElement | undefined = element
  for (const name of path) at = at && children(at, name)[0]
  return at ? textOf(at) || undefined : undefined
}
