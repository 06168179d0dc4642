import type { Side } from '#contract/documents/sides.ts'
import type { Account } from '#ledger/entry.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { FactsOf } from '#server/core/needs.ts'
import { referencedRows, requireReferences } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { requireUnmovedDate } from '#server/journal/periods.ts'
import { requireCurrencyPrecision } from '#server/journal/posting/check-precision.ts'
import { purposeOfAccount, requirePurposeOf } from '#server/organization/eligible-accounts.ts'
import { postingAccounts } from '#server/posting/facts/accounts.ts'
import { settledByDay } from '#server/posting/facts/allocations.ts'
import { calendarFrom } from '#server/posting/facts/calendar.ts'
import { openItems, workingCopies } from '#server/posting/facts/open-items.ts'
import { type Caller, Plan } from '#server/posting/plan.ts'
import { type Decision, runWrite } from '#server/posting/run-write.ts'
import { beyondOpen } from './beyond-open.ts'
import { planReversedWriteOff, planWriteOff } from './plan-write-off.ts'
import { requireAvailable } from './require-open-on.ts'
import { resolveReversalDate } from './reversal-date.ts'
import { writeOffOf } from './stored-write-offs.ts'

export type WriteOffAsk = {
  write_off_date: string
  amount: string
  reason: string
  account_id?: number | null | undefined
  version?: number | undefined
}
type Input = WriteOffAsk & { side: Side; id: number }

/** Writes off what is open on a document (V41): bad debt unless another account is named. VAT is not changed. */
export const writeOff = (context: Context, side: Side, id: number, ask: WriteOffAsk): Promise<void> =>
  runWrite(context, { needs, decide }, { ...ask, side, id })

async function needs(context: Context, { side, id, write_off_date, account_id }: Input) {
  const document_date = await documentDate(context, side, id)
  if (write_off_date < document_date) throw new Refusal('date_before_source', { field: 'write_off_date' })
  if (write_off_date > context.today) throw new Refusal('date_in_future', { field: 'write_off_date' })
  return {
    date: { load: async () => document_date },
    calendar: calendarFrom(write_off_date),
    documents: openItems([id]),
    references: referencedRows({
      account_id: ['accounts', account_id, { postable: true, manual_entries: true }, 'active'],
    }),
    purpose: purposeOfAccount('given_up', account_id),
    settled: settledByDay([id]),
    accounts: postingAccounts,
  }
}

function decide(caller: Caller, facts: FactsOf<Awaited<ReturnType<typeof needs>>>, input: Input): Decision<void> {
  const { side, amount, write_off_date } = input
  const { accounts } = facts
  requireReferences(facts.references)
  requirePurposeOf(facts.purpose)
  const period = facts.calendar.open(write_off_date, 'write_off_date', side.name)
  const item = workingCopies(facts.documents).get(input.id)
  if (!item) throw new Refusal('not_found')
  requireUnmovedDate(facts.date, item.date)
  if (input.version !== undefined && input.version !== item.version) throw new Refusal('stale_version')
  if (item.state !== 'posted') throw new Refusal('document_not_posted')
  requireCurrencyPrecision(accounts, item.currency_id, { amount })
  if (decimal(amount).gt(decimal(item.total).minus(item.settled))) throw beyondOpen(item, 'amount')
  const rows = [{ item, amount, day: write_off_date }]
  requireAvailable({ field: 'write_off_date', settled: facts.settled, rows })
  const account: Account = input.account_id ?? (side.name === 'sales' ? 'BAD_DEBT' : 'ROUNDING')
  const plan = new Plan(caller, accounts)
  planWriteOff(plan, { caller, side, accounts }, item, period, { ...input, account })
  return { plan, result: () => undefined }
}

type ReversalInput = { side: Side; document: number; id: number; asked: string | null | undefined }

/** Reverses a write-off on its own day, or on a later one: from then on the document is open again. */
export const voidWriteOff = (
  context: Context,
  side: Side,
  document: number,
  id: number,
  asked?: string | null,
): Promise<void> => runWrite(context, { needs: needsOfReversal, decide: decideReversal }, { side, document, id, asked })

async function needsOfReversal(context: Context, { side, document, id, asked }: ReversalInput) {
  const row = await context.db
    .selectFrom('write_offs')
    .select('write_off_date')
    .where('id', '=', id)
    .where('document_id', '=', document)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  await documentDate(context, side, document)
  const date = resolveReversalDate(context, row.write_off_date, asked)
  return {
    date: { load: async () => date },
    calendar: calendarFrom(date),
    documents: openItems([document]),
    writeOff: writeOffOf(document, id),
    accounts: postingAccounts,
  }
}

function decideReversal(
  caller: Caller,
  facts: FactsOf<Awaited<ReturnType<typeof needsOfReversal>>>,
  { side }: ReversalInput,
): Decision<void> {
  const { date } = facts
  if (!facts.writeOff) throw new Refusal('not_found')
  const plan = new Plan(caller, facts.accounts)
  const period = facts.calendar.open(date, 'date', side.name)
  planReversedWriteOff(plan, side, facts.writeOff, workingCopies(facts.documents), { period, date })
  return { plan, result: () => undefined }
}

/** The day of an open item of this side, before it is locked. */
async function documentDate({ db }: Context, side: Side, id: number): Promise<string> {
  const row = await db
    .selectFrom('documents')
    .select('document_date')
    .where('id', '=', id)
    .where('kind', 'in', side.openKinds)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.document_date
}
