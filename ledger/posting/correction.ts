import { type Entry, type Line, reverse, type TaxEntry } from '../entry.ts'
import { text } from '../money.ts'

/**
 * What correcting a posted document posts (rule B3, V39): the mirror of what stands and the new entry, both on the
 * same date; nothing at all where no posted figure changed. A void (V40) is the mirror alone: `reverse`.
 */
export function correction(standing: Entry, corrected: Entry): Entry[] {
  return figures(standing) === figures(corrected) ? [] : [reverse(standing), corrected]
}

/** The entry as text that is equal exactly for equal figures, whatever the order of its lines. */
function figures({ lines, taxes }: Entry): string {
  return JSON.stringify([lines.map(lineFigures).sort(), taxes.map(taxFigures).sort()])
}

function lineFigures(line: Line): string {
  const {
    account,
    branch_id,
    cost_center_id = null,
    party,
    document_id = null,
    product_id = null,
    tax_id = null,
  } = line
  const amounts = [line.debit, line.credit, line.amount_currency].map((amount) => text(amount))
  return JSON.stringify([
    account,
    branch_id,
    cost_center_id,
    party?.kind,
    party?.id,
    document_id,
    product_id,
    tax_id,
    line.currency_id,
    amounts,
  ])
}

function taxFigures({ tax_id, box, sign, base, tax, is_adjustment, branch_id }: TaxEntry): string {
  return JSON.stringify([tax_id, box, sign, text(base), text(tax), is_adjustment, branch_id])
}
