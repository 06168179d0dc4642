import { sql } from 'kysely'
import type { FieldErrors } from '#contract/issues.ts'
import { postingProblem } from '#ledger/chart.ts'
import { credit, debit, type Line } from '#ledger/entry.ts'
import { decimal, round, sum, text } from '#ledger/money.ts'
import { openingBalancesEntry } from '#ledger/posting/opening-balances.ts'
import { vatRoles } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { type FactsOf, known, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { entriesWithin } from '#server/posting/facts/stored-entries.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { type Before, hasChangedDateOrBranch, type Opening, type OpeningInput } from './opening-changes.ts'

type OpeningLine = OpeningInput['lines'][number]

/** Accounts that other opening steps open item by item, and accounts that cannot be opened. */
const openedByItems = new Set(['AR', 'AP', 'INV', 'CUST_ADV', 'SUPP_ADV', 'CONTRACT_LIAB'])
const controlRoles = new Set(['AR_FXADJ', 'AP_FXADJ', 'RETENTION_REC', 'RETENTION_PAY', 'OPEN_EQ', 'INTERBR'])

type Input = { lines: readonly OpeningLine[]; now: Opening; before: Before }

/** One entry for all accounts; if it changed it is reversed on its date and reposted, otherwise it stays. */
export const saveOpeningLines = (
  context: Context,
  lines: readonly OpeningLine[],
  now: Opening,
  before: Before,
): Promise<void> => runWrite(context, { needs, decide }, { lines, now, before })

const needs = (_: Context, { lines, before }: Input) => ({
  lineAccounts: read((context) => accountsOf(context, lines)),
  currencies: lines.some((line) => line.currency_id) ? currencyIds : known([]),
  stored: read(storedRows),
  filed: read(({ db }) => db.selectFrom('vat_periods').select('id').limit(1).executeTakeFirst()),
  entries: before?.entry_id ? entriesWithin(() => sql`SELECT ${before.entry_id}::bigint`) : known([]),
  accounts: postingAccounts,
})
type Facts = FactsOf<ReturnType<typeof needs>>

const currencyIds = read(async ({ db }) =>
  (await db.selectFrom('currencies').select('id').execute()).map(({ id }) => id),
)

function decide(caller: Caller, facts: Facts, { lines, now, before }: Input): Decision<void> {
  checkLines(caller, facts, lines)
  const rows = lines.map((line, index) => rowOf(caller, line, index))
  const plan = new Plan(caller, facts.accounts)
  const unchanged = { plan, result: () => undefined }
  refuseFiledCredit(facts, rows)
  if (before && !hasChangedDateOrBranch(now, before) && figuresOf(facts.stored) === figuresOf(rows)) return unchanged
  if (before)
    for (const entry of facts.entries)
      plan.reverse(before.period, entry, { date: entry.head.entry_date, source_revision: before.revision })
  plan.remove('opening_lines', {})
  for (const row of rows) plan.add('opening_lines', row)
  const entry = openingBalancesEntry(lines.map((line) => ledgerLine(caller, line, now.branch_id)))
  const head = { date: now.date, kind: 'opening', source: 'opening', source_id: 1 } as const
  const entry_id = plan.post(now.period, { ...head, source_revision: now.revision }, entry)
  plan.changeBy('opening_balances', {}, { entry_id })
  return { plan, result: () => undefined }
}

/** The first filed return included the opening VAT: from then on it is fixed. */
function refuseFiledCredit({ filed, stored, accounts }: Facts, rows: readonly Row[]): void {
  if (!filed) return
  const id = accounts.idOf('VAT_SETTLE')
  const opened = (lines: readonly Row[]) =>
    sum(lines.filter((row) => row.account_id === id).map((row) => decimal(row.debit).minus(row.credit)))
  if (opened(rows).eq(opened(stored))) return
  const index = rows.findIndex((row) => row.account_id === id)
  throw new Refusal('opening_vat_filed', { field: index < 0 ? 'lines' : `lines.${index}.account_id` })
}

function rowOf({ session }: Caller, line: OpeningLine, index: number) {
  const { account_id, debit, credit } = line
  return {
    line_number: index + 1,
    account_id,
    debit,
    credit,
    currency_id: line.currency_id ?? session.organization.currency_id,
    amount_currency: line.amount_currency ?? text(decimal(debit).plus(credit)),
  }
}
type Row = ReturnType<typeof rowOf>

const storedRows = ({ db }: Context): Promise<Row[]> =>
  db
    .selectFrom('opening_lines')
    .select(['line_number', 'account_id', 'debit', 'credit', 'currency_id', 'amount_currency'])
    .orderBy('line_number')
    .execute()

const figuresOf = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows.map((row) => [
      row.account_id,
      row.currency_id,
      ...[row.debit, row.credit, row.amount_currency].map((figure) => text(decimal(figure))),
    ]),
  )

function ledgerLine({ session }: Caller, line: OpeningLine, branch_id: number): Line {
  const isForeign = line.currency_id && line.currency_id !== session.organization.currency_id
  const rest = isForeign
    ? { branch_id, currency_id: line.currency_id ?? null, amount_currency: line.amount_currency ?? '0' }
    : { branch_id }
  return decimal(line.debit).gt(0)
    ? debit(line.account_id, line.debit, rest)
    : credit(line.account_id, line.credit, rest)
}

async function accountsOf({ db }: Context, lines: readonly OpeningLine[]): Promise<Map<number, Account>> {
  if (lines.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'type', 'status', 'role'])
    .where('id', 'in', [...new Set(lines.map((line) => line.account_id))])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function checkLines(caller: Caller, facts: Facts, lines: readonly OpeningLine[]): void {
  const { decimalsOf } = facts.accounts
  // Accounts that the opening already names stay allowed.
  const stored = new Set(facts.stored.map((row) => row.account_id))
  const errors: FieldErrors = {}
  for (const [index, line] of lines.entries()) {
    const code = accountProblem(facts.lineAccounts.get(line.account_id), stored)
    if (code) errors[`lines.${index}.account_id`] = { code }
    Object.assign(errors, finerProblems(caller, line, index, decimalsOf), sideProblem(line, index))
    if (line.currency_id && !facts.currencies.includes(line.currency_id))
      errors[`lines.${index}.currency_id`] = { code: 'unknown_reference' }
    const isForeign = line.currency_id && line.currency_id !== caller.session.organization.currency_id
    if (isForeign && !line.amount_currency) errors[`lines.${index}.amount_currency`] = { code: 'required' }
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

type Account = { id: number; type: string; status: string; role: string | null }

function accountProblem(account: Account | undefined, stored: ReadonlySet<number>) {
  if (!account) return 'unknown_reference'
  const problem = postingProblem(account, stored.has(account.id))
  if (problem) return problem
  if (account.role === null) return undefined
  if (openedByItems.has(account.role)) return 'opened_by_items'
  if ((vatRoles as readonly string[]).includes(account.role)) return 'opened_by_settlement'
  return controlRoles.has(account.role) ? 'control_account' : undefined
}

/** No figure of a line is finer than its currency. */
function finerProblems(
  { session }: Caller,
  line: OpeningLine,
  index: number,
  decimalsOf: Accounts['decimalsOf'],
): FieldErrors {
  const own = session.organization.currency_id
  const figures = [
    ['debit', line.debit, own],
    ['credit', line.credit, own],
    ['amount_currency', line.amount_currency ?? '0', line.currency_id ?? own],
  ] as const
  const finer = figures.filter(([, figure, currency]) => !round(figure, decimalsOf(currency)).eq(figure))
  return Object.fromEntries(finer.map(([field]) => [`lines.${index}.${field}`, { code: 'too_many_decimals' }]))
}

function sideProblem(line: OpeningLine, index: number): FieldErrors {
  const [debited, credited] = [decimal(line.debit), decimal(line.credit)]
  if (debited.gt(0) && credited.gt(0)) return { [`lines.${index}.credit`]: { code: 'one_side_only' } }
  return debited.eq(0) && credited.eq(0) ? { [`lines.${index}.debit`]: { code: 'required' } } : {}
}
