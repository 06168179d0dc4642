import type { z } from 'zod'
import type { zakatCalls } from '#contract/zakat/zakat.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { createManualEntry } from '#server/manual-entries/create-manual-entry.ts'
import { manualSeries } from '#server/manual-entries/manual-entry-rows.ts'
import { type ZakatSettings, zakatWorksheet } from './worksheet.ts'

type Body = z.output<typeof zakatCalls.post.body>

/**
 * Zakat expense to its provision: what the worksheet comes to and is not booked yet, or the difference to what was assessed. The entry
 * is a journal entry like any other: it is corrected and reversed there.
 */
export async function postZakat(context: Context, { ended_on, date, assessed }: Body) {
  const { db, session } = context
  // Two presses at once take turns.
  await db.selectFrom('financial_years').select('id').where('ended_at', '=', ended_on).forUpdate().execute()
  const { accounts, due, booked, settings, year } = await zakatWorksheet(context, ended_on)
  if (year.to !== ended_on) throw new Refusal('zakat_no_year', { field: 'ended_on' })
  if (accounts.length === 0) throw new Refusal('zakat_no_lines', { field: 'ended_on' })
  const amount = decimal(assessed ?? due).minus(booked)
  if (amount.eq(0)) throw new Refusal('zakat_nothing_to_post', { field: assessed == null ? 'ended_on' : 'assessed' })
  const [known, branch] = await Promise.all([
    loadAccounts(context),
    db.selectFrom('branches').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow(),
  ])
  const journal_date = date ?? ended_on
  const number = await peekNumber(db, manualSeries(journal_date))
  const size = text(amount.abs())
  const line = (role: 'ZAKAT_EXP' | 'ZAKAT_PROV', isDebit: boolean) => ({
    account_id: known.idOf(role),
    debit: isDebit ? size : '0',
    credit: isDebit ? '0' : size,
  })
  const journal_entry_id = await createManualEntry(context, {
    journal_number: number,
    proposed_number: number,
    journal_date,
    status: 'posted',
    currency_id: session.organization.currency_id,
    branch_id: branch.id,
    description: context.services.words.say(context.language, 'zakat:entry', { date: ended_on }),
    lines: [line('ZAKAT_EXP', amount.gt(0)), line('ZAKAT_PROV', amount.lt(0))],
  })
  await storePosted(context, ended_on, {
    ...settings,
    assessed: assessed == null ? settings.assessed : text(decimal(assessed)),
  })
  return { journal_entry_id, amount: text(amount) }
}

/** A year that was posted keeps how it was computed and by which version of the law. */
async function storePosted({ db }: Context, ended_on: string, settings: ZakatSettings): Promise<void> {
  const changed = await db
    .updateTable('zakat_years')
    .set(settings)
    .where('ended_on', '=', ended_on)
    .returning('id')
    .execute()
  if (changed.length === 0)
    await db
      .insertInto('zakat_years')
      .values({ ended_on, ...settings })
      .execute()
}
