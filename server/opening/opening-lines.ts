import type { FieldErrors } from '#contract/issues.ts'
import { postingProblem } from '#ledger/chart.ts'
import { credit, debit, type Line } from '#ledger/entry.ts'
import { decimal, round, sum, text } from '#ledger/money.ts'
import { openingBalancesEntry } from '#ledger/posting/opening-balances.ts'
import { vatRoles } from '#ledger/statements/vat-return.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Accounts, loadAccounts } from '#server/journal/accounts.ts'
import { post } from '#server/journal/posting/post.ts'
import { reverseEntry } from '#server/journal/posting/reverse-entry.ts'
import { type Before, hasChangedDateOrBranch, type Opening, type OpeningInput } from './opening-changes.ts'

type OpeningLine = OpeningInput['lines'][number]

/** Accounts that other opening steps open item by item, and accounts that cannot be opened. */
const openedByItems = new Set(['AR', 'AP', 'INV', 'CUST_ADV', 'SUPP_ADV', 'CONTRACT_LIAB'])
const controlRoles = new Set(['AR_FXADJ', 'AP_FXADJ', 'OPEN_EQ', 'INTERBR'])

/** One entry for all accounts; if it changed it is reversed on its date and reposted, otherwise it stays. */
export async function saveOpeningLines(
  context: Context,
  lines: readonly OpeningLine[],
  now: Opening,
  before: Before,
): Promise<void> {
  const { db } = context
  await checkLines(context, lines)
  const rows = lines.map((line, index) => rowOf(context, line, index))
  await refuseFiledCredit(context, rows)
  if (before && !hasChangedDateOrBranch(now, before) && figuresOf(await storedRows(context)) === figuresOf(rows)) return
  if (before?.entry_id) await reverseEntry(context, before.period, before.entry_id, before.revision)
  await db.deleteFrom('opening_lines').execute()
  if (rows.length > 0) await db.insertInto('opening_lines').values(rows).execute()
  const entry = openingBalancesEntry(lines.map((line) => ledgerLine(context, line, now.branch_id)))
  const head = {
    date: now.date,
    kind: 'opening',
    source: 'opening',
    source_id: 1,
    source_revision: now.revision,
  } as const
  const entry_id = await post(context, now.period, head, entry)
  await db.updateTable('opening_balances').set({ entry_id }).execute()
}

/** The first filed return included the opening VAT: from then on it is fixed. */
async function refuseFiledCredit(context: Context, rows: readonly Row[]): Promise<void> {
  const { db } = context
  const filed = await db.selectFrom('vat_periods').select('id').limit(1).executeTakeFirst()
  if (!filed) return
  const { id } = await db.selectFrom('accounts').select('id').where('role', '=', 'VAT_SETTLE').executeTakeFirstOrThrow()
  const opened = (lines: readonly Row[]) =>
    sum(lines.filter((row) => row.account_id === id).map((row) => decimal(row.debit).minus(row.credit)))
  if (!opened(rows).eq(opened(await storedRows(context)))) {
    const index = rows.findIndex((row) => row.account_id === id)
    throw new Refusal('opening_vat_filed', { field: index < 0 ? 'lines' : `lines.${index}.account_id` })
  }
}

function rowOf({ session }: Context, line: OpeningLine, index: number) {
  const { account_id, debit, credit } = line
  return {
    ...{ line_number: index + 1, account_id, debit, credit },
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

function ledgerLine({ session }: Context, line: OpeningLine, branch_id: number): Line {
  const isForeign = line.currency_id && line.currency_id !== session.organization.currency_id
  const rest = isForeign
    ? { branch_id, currency_id: line.currency_id ?? null, amount_currency: line.amount_currency ?? '0' }
    : { branch_id }
  return decimal(line.debit).gt(0)
    ? debit(line.account_id, line.debit, rest)
    : credit(line.account_id, line.credit, rest)
}

async function checkLines(context: Context, lines: readonly OpeningLine[]): Promise<void> {
  if (lines.length === 0) return
  const rows = await context.db
    .selectFrom('accounts')
    .select(['id', 'type', 'status', 'role'])
    .where('id', 'in', [...new Set(lines.map((line) => line.account_id))])
    .execute()
  const accounts = new Map(rows.map((row) => [row.id, row]))
  const currencies = new Set((await context.db.selectFrom('currencies').select('id').execute()).map((row) => row.id))
  const { decimalsOf } = await loadAccounts(context)
  // Accounts that the opening already names stay allowed.
  const stored = new Set((await storedRows(context)).map((row) => row.account_id))
  const errors: FieldErrors = {}
  for (const [index, line] of lines.entries()) {
    const code = accountProblem(accounts.get(line.account_id), stored)
    if (code) errors[`lines.${index}.account_id`] = { code }
    Object.assign(errors, finerProblems(context, line, index, decimalsOf), sideProblem(line, index))
    if (line.currency_id && !currencies.has(line.currency_id))
      errors[`lines.${index}.currency_id`] = { code: 'unknown_reference' }
    const isForeign = line.currency_id && line.currency_id !== context.session.organization.currency_id
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
  { session }: Context,
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
