import { type Decimal, decimal, type Numeric, sum, zero } from '../money.ts'

/** The accounts that move together with the rows of the return. */
export const vatRoles = ['VAT_OUT', 'VAT_RC', 'VAT_IN', 'VAT_IMP'] as const

/** The rows of the return below each other; the ids are data of the tax rows, titles are words of the screen. */
export const salesBoxes = ['1', '1b', '2', '3', '4', '5'] as const
export const purchaseBoxes = ['7', '7b', '8', '9', '10', '11'] as const
/** The parts of a box that sums others. The last one includes carried amounts. */
export const summedBoxes: Readonly<Record<string, readonly string[]>> = {
  6: salesBoxes,
  12: purchaseBoxes,
  13: [...salesBoxes, ...purchaseBoxes],
  16: [...salesBoxes, ...purchaseBoxes, '14', '15'],
}
/** All of them in the order of the form. */
export const allBoxes = [...salesBoxes, '6', ...purchaseBoxes, '12', '13', '14', '15', '16'] as const
const optionalBoxes = new Set(['1b', '7b'])

/** Sums of tax rows, already signed: those of credit and debit notes are adjustments. */
export type TaxSum = { box: string; is_adjustment: boolean; base: Numeric; tax: Numeric }
export type VatBox = { box: string; amount: Decimal | null; adjustment: Decimal | null; vat: Decimal }
export type VatReturn = {
  boxes: VatBox[]
  /** Box 13: due for the period itself. */
  due: Decimal
  /** Box 14: corrections of earlier periods. */
  corrections: Decimal
  /** Box 15: the credit the last return left, unless it was claimed back. */
  carried: Decimal
  /** Box 16: due, or below zero to be claimed. */
  net: Decimal
}

/** Larger corrections need an amended return (accounting rule 5.7). */
export const correctionMaximum = decimal(5000)

/** The sixteen boxes of accounting rule 5.7. `carried` is the credit of the last filed return, zero or above. */
export function vatReturn(sums: readonly TaxSum[], carried: Numeric): VatReturn {
  const sales = salesBoxes.map((box) => boxOf(sums, box))
  const purchases = purchaseBoxes.map((box) => boxOf(sums, box))
  const [allSales, allPurchases] = [totalOf('6', sales), totalOf('12', purchases)]
  const due = allSales.vat.minus(allPurchases.vat)
  const corrections = boxOf(sums, '14').vat
  const credit = decimal(carried)
  const net = due.plus(corrections).minus(credit)
  const only = (box: string, vat: Decimal): VatBox => ({ box, amount: null, adjustment: null, vat })
  return {
    boxes: [
      ...sales.filter(isShown),
      allSales,
      ...purchases.filter(isShown),
      allPurchases,
      only('13', due),
      only('14', corrections),
      only('15', credit),
      only('16', net),
    ],
    due,
    corrections,
    carried: credit,
    net,
  }
}

/** The credit a return leaves to claim. */
export const creditLeft = (net: Numeric): Decimal => (decimal(net).lt(0) ? decimal(net).neg() : zero)

/** The opening credit of the next return: a claimed credit is not carried. */
export const creditCarried = ({ net, is_claimed }: { net: Numeric; is_claimed: boolean }): Decimal =>
  is_claimed ? zero : creditLeft(net)

function boxOf(sums: readonly TaxSum[], box: string): VatBox & { amount: Decimal; adjustment: Decimal } {
  const own = sums.filter((row) => row.box === box)
  return {
    box,
    amount: sum(own.filter((row) => !row.is_adjustment).map((row) => row.base)),
    adjustment: sum(own.filter((row) => row.is_adjustment).map((row) => row.base)),
    vat: sum(own.map((row) => row.tax)),
  }
}

function totalOf(
  box: string,
  rows: readonly { amount: Decimal; adjustment: Decimal; vat: Decimal }[],
): VatBox & { amount: Decimal } {
  return {
    box,
    amount: sum(rows.map((row) => row.amount)),
    adjustment: sum(rows.map((row) => row.adjustment)),
    vat: sum(rows.map((row) => row.vat)),
  }
}

/** The boxes of the former rate stand there only while something is in them. */
function isShown({ box, amount, adjustment, vat }: VatBox & { amount: Decimal; adjustment: Decimal }): boolean {
  return !optionalBoxes.has(box) || [amount, adjustment, vat].some((figure) => !figure.eq(0))
}
