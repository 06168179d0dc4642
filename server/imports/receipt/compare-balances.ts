import type { ReceiptSubject } from '#contract/imports/imports.ts'
import { decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { FileRow } from '#server/reading/file-row.ts'
import { readBalances } from './read-balances.ts'
import { receiptSubjects } from './receipt-subjects.ts'

type ComparedBalances = { day: string; of: ReceiptSubject; rows: readonly FileRow[] }

/**
 * Compares the balances of the earlier system with ours at the end of a day, for each account, customer, supplier or product. A record
 * that only one of the two systems has counts as zero in the other.
 */
export async function compareBalances(context: Context, { day, of, rows: read }: ComparedBalances) {
  const subject = receiptSubjects[of]
  const theirs = await readBalances(context, subject, read)
  const ours = await subject.ours(context, day)
  const facts = await subject.facts(context, [...new Set([...ours.keys(), ...theirs.known.keys(), 0])])
  const rows = facts.flatMap((one) => {
    const [their, our] = [theirs.known.get(one.id) ?? zero, ours.get(one.id) ?? zero]
    return their.eq(0) && our.eq(0)
      ? []
      : [{ ...one, theirs: text(their), ours: text(our), difference: text(our.minus(their)) }]
  })
  const differing = rows.filter((row) => !decimal(row.difference).eq(0)).length
  return {
    date: day,
    of,
    rows: rows.toSorted((one, other) => one.number.localeCompare(other.number) || one.name.localeCompare(other.name)),
    unknown: theirs.unknown,
    equal: rows.length - differing,
    differing: differing + theirs.unknown.length,
  }
}
