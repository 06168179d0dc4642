import { Refusal } from '#server/core/refusal.ts'
import { parseXml, type XmlElement } from '#server/e-document/parse-xml.ts'
import { allNamed, childrenNamed, textAlong, textWithin } from '#server/imports/reading/xml-path.ts'
import { readFigure } from '#server/imports/values/figures.ts'
import { joined, type Statement, type StatementLine } from './statement.ts'

export const isCamt = (text: string): boolean => /<([\w-]+:)?BkToCstmrStmt[\s>]/.test(text)

/** ISO 20022 CAMT.053; the statements of one file follow each other. */
export function readCamt(text: string, field: string): Statement {
  const statements = allNamed(parseXml(text), 'Stmt')
  const [first] = statements
  const last = statements.at(-1)
  const opening = first && balanceOf(first, ['OPBD', 'PRCD'])
  const closing = last && balanceOf(last, ['CLBD'])
  const account = first && accountOf(first)
  if (statements.some((one) => accountOf(one) !== account)) throw new Refusal('statement_several_accounts', { field })
  return {
    ...{ format: 'camt053', account: account ?? null, currency: opening?.currency ?? closing?.currency ?? null },
    ...{ opening_balance: opening?.amount ?? null, closing_balance: closing?.amount ?? null },
    closing_date: closing?.date ?? null,
    lines: statements.flatMap((statement) => childrenNamed(statement, 'Ntry').flatMap(lineOf)),
  }
}

const accountOf = (statement: XmlElement): string | undefined =>
  textAlong(statement, 'Acct', 'Id', 'IBAN') ?? textAlong(statement, 'Acct', 'Id', 'Othr', 'Id')

function lineOf(entry: XmlElement): StatementLine[] {
  const amount = signedAmount(entry)
  const date = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt')
  if (amount === null || date === null) return []
  const details = allNamed(entry, 'TxDtls')
  const party = amount.startsWith('-') ? 'Cdtr' : 'Dbtr'
  const names = details.map(
    (one) => textAlong(one, 'RltdPties', party, 'Nm') ?? textAlong(one, 'RltdPties', party, 'Pty', 'Nm'),
  )
  const said = details.flatMap((one) => allNamed(one, 'Ustrd').map(textWithin))
  const ids = details.map((one) => textAlong(one, 'Refs', 'EndToEndId')).filter((id) => id !== 'NOTPROVIDED')
  return [
    {
      ...{ date, amount, balance: null },
      description: joined(textAlong(entry, 'AddtlNtryInf'), ...said),
      reference: ids[0] ?? textAlong(entry, 'AcctSvcrRef') ?? textAlong(entry, 'NtryRef') ?? null,
      counterparty: joined(...names) || null,
    },
  ]
}

function balanceOf(statement: XmlElement, kinds: readonly string[]) {
  for (const kind of kinds)
    for (const balance of childrenNamed(statement, 'Bal'))
      if (textAlong(balance, 'Tp', 'CdOrPrtry', 'Cd') === kind) {
        const amount = signedAmount(balance)
        const currency = childrenNamed(balance, 'Amt')[0]?.attributes.get('Ccy') ?? null
        if (amount !== null) return { amount, currency, date: dayAt(balance, 'Dt') }
      }
  return null
}

function signedAmount(element: XmlElement): string | null {
  const amount = readFigure(textAlong(element, 'Amt') ?? '')
  const isOut = textAlong(element, 'CdtDbtInd') === 'DBIT'
  return amount === null ? null : isOut && amount !== '0' ? `-${amount}` : amount
}

const dayAt = (element: XmlElement, name: string): string | null =>
  (textAlong(element, name, 'Dt') ?? textAlong(element, name, 'DtTm'))?.slice(0, 10) ?? null
