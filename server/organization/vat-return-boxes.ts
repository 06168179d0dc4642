import type { z } from 'zod'
import { exemptionReasons } from '#contract/e-invoice/exemption-reasons.ts'
import { type ChosenTreatment, chosenTreatments, type Treatment } from '#contract/tax-treatments.ts'
import type { taxes } from '#contract/taxes.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'

type Input = z.output<typeof taxes.calls.create.body>
type Boxes = { category: string; sale_box: string | null; purchase_box: string | null }

const boxesOf: Record<ChosenTreatment, Boxes> = {
  standard: { category: 'S', sale_box: '1', purchase_box: '7' },
  zero_rated: { category: 'Z', sale_box: '3', purchase_box: '10' },
  exports: { category: 'Z', sale_box: '4', purchase_box: null },
  citizens: { category: 'Z', sale_box: '2', purchase_box: null },
  exempt: { category: 'E', sale_box: '5', purchase_box: '11' },
  out_of_scope: { category: 'O', sale_box: null, purchase_box: null },
}

/** The rate before July 2020, for documents still under it: lines of its own in the return (accounting rule 5.7). */
const legacy: Boxes = { category: 'S', sale_box: '1b', purchase_box: '7b' }

export const createTax = ({ db }: Context, { version: _, ...input }: Input): Promise<number> => {
  const own = treated(input, null)
  return insertRow(db, 'taxes', { ...input, ...own, ...exempted(input, own, null) })
}

/**
 * A tax for bills only that came with the organisation keeps its treatment. Another follows its rate: a zero rate that
 * becomes 15 % moves to the boxes of the standard rate, otherwise its tax would be in no return.
 */
export async function updateTax({ db }: Context, id: number, { version, ...input }: Input): Promise<void> {
  const stored = await db
    .selectFrom('taxes')
    .select(['treatment', 'category', 'exemption_code'])
    .where('id', '=', id)
    .executeTakeFirst()
  const before = (stored?.treatment ?? null) as Treatment | null
  const { treatment: _, ...plain } = input
  const own = isOpen(before) ? treated(input, before) : { category: stored?.category ?? 'S' }
  const values = { ...plain, ...own, ...exempted(input, own, stored?.exemption_code ?? null) }
  await updateRow(db, 'taxes', id, values, version)
}

/** The reason of the law's list is one of the tax's own category; what is charged has none. */
function exempted(
  { exemption_code, exemption_reason, exemption_reason_en }: Input,
  { category, treatment = null }: { category: string; treatment?: Treatment | null },
  before: string | null,
) {
  const fits = (code: string | null) => code !== null && exemptionReasons[code]?.category === category
  if (exemption_code && !fits(exemption_code)) throw new Refusal('exemption_mismatch', { field: 'exemption_code' })
  const usual = treatment === null ? null : (usualReasons[treatment] ?? null)
  const code = exemption_code === undefined ? (fits(before) ? before : usual) : exemption_code
  const words = code === null ? { exemption_reason: null, exemption_reason_en: null } : {}
  if (code === null && (exemption_reason || exemption_reason_en))
    throw new Refusal('exemption_mismatch', { field: 'exemption_reason' })
  return { exemption_code: code, ...words }
}
/** Where the treatment leaves one reason only. */
const usualReasons: Partial<Record<Treatment, string>> = { exports: 'VATEX-SA-32', out_of_scope: 'VATEX-SA-OOS' }

/** A rate above zero is standard rated. A zero rate has the chosen category, and is out of scope until it is classified. */
function treated({ rate, treatment }: Pick<Input, 'rate' | 'treatment'>, before: Treatment | null) {
  const own = decimal(rate).gt(0) ? 'standard' : (treatment ?? (before === 'standard' ? null : before))
  if ((treatment && treatment !== own) || (own === 'standard' && decimal(rate).eq(0)) || !isOpen(own))
    throw new Refusal('treatment_mismatch', { field: 'treatment' })
  return { treatment: own, ...(decimal(rate).eq(5) ? legacy : boxesOf[own ?? 'out_of_scope']) }
}

const isOpen = (treatment: Treatment | null): treatment is ChosenTreatment | null =>
  treatment === null || (chosenTreatments as readonly string[]).includes(treatment)
