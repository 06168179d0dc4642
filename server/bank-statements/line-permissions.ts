import { holdsAny } from '#contract/access/permissions.ts'
import { journalEntries } from '#contract/journal.ts'
import { payments } from '#contract/payments.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Guess } from './guessing/guess.ts'
import { refundAdmission, refundSide } from './refunds/unused-credits.ts'

type LineAmount = { amount: string }

/** Reconciling alone records nothing: a voucher or an entry that is made of a line needs the permission to make one. */
const neededFor = {
  voucher: ({ amount }: LineAmount) => payments[amount.startsWith('-') ? 'purchases' : 'sales'].permissions.create,
  entry: () => journalEntries.permissions.create,
}

export const mayMake = ({ session }: Context, what: keyof typeof neededFor, line: LineAmount): boolean =>
  holdsAny(session.authority, [neededFor[what](line)])

export function requireMaking(context: Context, what: keyof typeof neededFor, line: LineAmount): void {
  if (!mayMake(context, what, line)) throw new Refusal('not_permitted')
}

/** Whether a person may take a guess: one that exists in the books already is only matched. */
export function mayTake(context: Context, line: LineAmount, { entry_id, kind, credit }: Guess): boolean {
  if (credit) return holdsAny(context.session.authority, refundAdmission(refundSide(line), credit.source_kind))
  return entry_id !== null || mayMake(context, kind === 'document' ? 'voucher' : 'entry', line)
}
