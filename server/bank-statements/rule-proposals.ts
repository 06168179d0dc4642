import { sql } from 'kysely'
import type { RuleProposal } from '#contract/imports/bank-rules.ts'
import type { Context } from '#server/core/context.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { fitsRule, type RuleConditions } from './guessing/rule-fits.ts'

const lookedAt = 5_000
const timesLeast = 2
const shown = 20

type Line = {
  account_id: number
  amount: string
  description: string
  reference: string | null
  counterparty: string | null
}
type Entered = Line & {
  to_account: number
  tax_id: number | null
  number: string
  name: string
  name_en: string | null
}

/**
 * Rules that what was done before suggests. Lines that were entered against one account are grouped by the words they begin with; a text that was
 * entered so at least twice, and never otherwise, is proposed where no rule is about it yet.
 */
export async function proposeRules(context: Context): Promise<RuleProposal[]> {
  const [entered, open, rules] = await Promise.all([enteredLines(context), openLines(context), rulesOf(context)])
  const groups = Map.groupBy(
    entered.filter((line) => !rules.some((rule) => fitsRule(rule, line))),
    (line) => `${wordsOf(line)}|${line.amount.startsWith('-')}`,
  )
  return [...groups.values()]
    .flatMap((lines): RuleProposal[] => {
      const [first] = lines as [Entered]
      const words = wordsOf(first)
      const isOneAccount = lines.every(
        ({ to_account, tax_id }) => to_account === first.to_account && tax_id === first.tax_id,
      )
      if (words === '' || !isOneAccount || lines.length < timesLeast) return []
      const direction = first.amount.startsWith('-') ? ('out' as const) : ('in' as const)
      const conditions: RuleConditions = { bank_account_id: null, direction, words, amount_min: null, amount_max: null }
      const account = { id: first.to_account, number: first.number, name: first.name, name_en: first.name_en }
      return [
        {
          words,
          direction,
          account_id: first.to_account,
          tax_id: first.tax_id,
          account,
          times: lines.length,
          open: open.filter((line) => fitsRule(conditions, line)).length,
          example: first.description,
        },
      ]
    })
    .sort((a, b) => b.open - a.open || b.times - a.times)
    .slice(0, shown)
}

/** The first words of the text that are no numbers, dates or references, and follow each other. */
function wordsOf({ description, counterparty }: Line): string {
  const words = (counterparty || description).split(/[\s,;:()·/|-]+/)
  const isWord = (word: string | undefined) => word !== undefined && word.length >= 2 && !/[\d٠-٩]/.test(word)
  const first = words.findIndex(isWord)
  const taken = first < 0 ? [] : words.slice(first, isWord(words[first + 1]) ? first + 2 : first + 1)
  return foldWord(taken.join(' ')) === '' ? '' : taken.join(' ')
}

async function enteredLines({ db, session }: Context): Promise<Entered[]> {
  const own = session.organization_id
  const { rows } = await sql<Entered>`
    SELECT line.account_id, line.amount::text, line.description, line.reference, line.counterparty, other.account_id AS to_account, taxed.tax_id,
      account.number, account.name, account.name_en
    FROM bank_statement_lines AS line
    JOIN bank_line_matches AS matched ON matched.organization_id = ${own} AND matched.statement_line_id = line.id
    JOIN LATERAL (SELECT min(booked.account_id) AS account_id FROM journal_lines AS booked
      JOIN accounts AS own ON own.organization_id = ${own} AND own.id = booked.account_id AND coalesce(own.role, '') NOT IN ('VAT_IN', 'VAT_OUT', 'VAT_RC')
      WHERE booked.organization_id = ${own} AND booked.entry_id = matched.entry_id AND booked.account_id <> line.account_id
      HAVING count(DISTINCT booked.account_id) = 1) AS other ON true
    LEFT JOIN LATERAL (SELECT max(row.tax_id) AS tax_id FROM tax_entries AS row
      WHERE row.organization_id = ${own} AND row.entry_id = matched.entry_id) AS taxed ON true
    JOIN accounts AS account ON account.organization_id = ${own} AND account.id = other.account_id
    WHERE line.organization_id = ${own} AND line.state = 'matched' AND line.made_kind = 'manual'
    ORDER BY line.id DESC LIMIT ${lookedAt}`.execute(db)
  return rows
}

const openLines = ({ db }: Context): Promise<Line[]> =>
  db
    .selectFrom('bank_statement_lines')
    .select(['account_id', 'amount', 'description', 'reference', 'counterparty'])
    .where('state', '=', 'open')
    .orderBy('id', 'desc')
    .limit(lookedAt)
    .execute()

const rulesOf = ({ db }: Context): Promise<RuleConditions[]> =>
  db
    .selectFrom('bank_rules')
    .select(['bank_account_id', 'direction', 'words', 'amount_min', 'amount_max'])
    .where('status', '=', 'active')
    .execute()
