import { saudiTaxNumber } from '#contract/fields/text.ts'
import type { paperProblems } from '#contract/imports/bill-inbox.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { documentTotals } from '#ledger/totals.ts'
import type { PaperFacts, PaperRow } from './paper-facts.ts'
import type { PaperUnit } from './paper-units.ts'

type Problem = { code: (typeof paperProblems)[number]; difference?: string | null; document_id?: number | null }
type PaperMatches = {
  supplier_id: number | null
  /** The supplier has the name of the paper, and no VAT number. */
  isByName: boolean
  currency: { id: number; decimals: number } | null
  duplicate: { id: number } | undefined
  /** Another paper in the inbox that is the same document. */
  other: { id: number } | undefined
  items: readonly { product_id: number | null; tax_id: number | null; stated: PaperUnit }[]
}

/** What does not fit of a paper, before anything is saved. */
export function problemsOf(ownNumber: string | null, facts: PaperFacts, found: PaperMatches): Problem[] {
  const { seller, rows, tax, buyer_vat_number, type_code, prepaid, rounding } = facts
  const problems: Problem[] = []
  const say = (holds: boolean, problem: Problem) => void (holds && problems.push(problem))
  say(type_code !== null && !['388', '380'].includes(type_code), {
    code: type_code === '386' ? 'advance_invoice' : 'not_an_invoice',
  })
  say(ownNumber !== null && seller.vat_number === ownNumber, { code: 'own_paper' })
  say(buyer_vat_number !== null && ownNumber !== null && buyer_vat_number !== ownNumber, { code: 'other_buyer' })
  say(found.supplier_id === null, { code: 'unknown_supplier' })
  say(found.isByName, { code: 'supplier_by_name' })
  say(seller.vat_number === null && decimal(tax ?? '0').gt(0), { code: 'no_vat_number' })
  say(seller.vat_number !== null && !saudiTaxNumber.safeParse(seller.vat_number).success, {
    code: 'vat_number_invalid',
  })
  say(found.duplicate !== undefined, { code: 'duplicate', document_id: found.duplicate?.id ?? null })
  say(found.other !== undefined, { code: 'other_paper' })
  say(rows.length === 0, { code: 'no_rows' })
  problems.push(...figureProblems(facts, found))
  say(prepaid !== undefined && prepaid !== null, { code: 'prepaid', difference: prepaid ?? null })
  say(rounding !== undefined && rounding !== null, { code: 'payable_unequal', difference: rounding ?? null })
  say(facts.digest_holds === false, { code: 'digest_wrong' })
  say(facts.stamp_holds === false && facts.digest_holds !== false, { code: 'stamp_wrong' })
  say(facts.currency !== null && found.currency === null, { code: 'other_currency' })
  say(
    found.items.some(({ product_id }) => product_id === null),
    { code: 'unknown_products' },
  )
  say(
    found.items.some(({ stated }) => stated === 'asked'),
    { code: 'unknown_units' },
  )
  return problems
}

/** The paper's own arithmetic, and what a bill of its rows comes to by the rules of bills. */
function figureProblems(facts: PaperFacts, { currency, items }: PaperMatches): Problem[] {
  const { rows, subtotal, tax, total, discount } = facts
  const rowsSum = sum(rows.map((row) => row.amount)).minus(discount ?? '0')
  const off = subtotal === null ? decimal(0) : decimal(subtotal).minus(rowsSum)
  const wrong =
    total === null || tax === null || subtotal === null ? decimal(0) : decimal(total).minus(subtotal).minus(tax)
  const problems: Problem[] = []
  if (!off.eq(0)) problems.push({ code: 'rows_unequal', difference: text(off) })
  if (!wrong.eq(0)) problems.push({ code: 'total_unequal', difference: text(wrong) })
  if (problems.length > 0 || total === null || rows.length === 0) return problems
  const bill = documentTotals({
    lines: rows.map((row: PaperRow, index) => ({
      quantity: row.quantity,
      price: row.price,
      tax_rate: row.tax_rate,
      discount_amount: row.discount,
      tax_key: String(items[index]?.tax_id ?? row.tax_rate),
    })),
    decimals: currency?.decimals ?? 2,
    discount: { discount_amount: discount },
  })
  const difference = decimal(total).minus(bill.total)
  return difference.eq(0) ? [] : [{ code: 'bill_unequal', difference: text(difference) }]
}
