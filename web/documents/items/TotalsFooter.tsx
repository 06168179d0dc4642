import { useTranslation } from 'react-i18next'
import { type Decimal, decimal, ratio } from '#ledger/money.ts'
import { documentTotals } from '#ledger/totals.ts'
import { typedRetention } from '../../retention/typedRetention.ts'
import { useTypedRetention } from '../../retention/useTypedRetention.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import { FormTotal } from '../../ui/form/FormTotal.tsx'
import { type GivenDiscount, reckonedDiscount } from './DiscountInput.tsx'
import classes from './DocumentItems.module.css'
import { reckoned } from './itemColumns.tsx'
import type { ItemRow } from './itemRow.ts'
import type { TaxChoice } from './RowTaxCell.tsx'

type Document = {
  rows: readonly ItemRow[]
  /** The document's own tax: that of rows which name none. */
  taxId: string
  discount: GivenDiscount
  includesTax: boolean
}
type TotalsFooterProps = Document & {
  taxes: readonly TaxChoice[]
  /** Whether the document's tax is due on a row, also where it charges nothing. */
  isTaxed: (row: ItemRow) => boolean
  currency?: { code: string; decimals: number }
  /** By advances, with their tax. */
  deducted?: string
}

/** Subtotal, tax and total by the very function the server uses, so nothing jumps after saving. */
export function TotalsFooter({ currency, taxes, isTaxed, deducted = '0', ...document }: TotalsFooterProps) {
  const { t } = useTranslation('documents')
  const totals = totalsOf(document, currency?.decimals)
  const due = useDueNow(totals, decimal(deducted), currency?.decimals)
  const amounts = [
    ...(totals.discount.gt(0)
      ? ([
          ['rows', totals.subtotal.plus(totals.discount)],
          ['discount', totals.discount.neg()],
        ] as const)
      : []),
    ['subtotal', totals.subtotal],
    ['tax', totals.tax],
    ['total', totals.total],
    // Under reverse charge the supplier charges nothing, and we owe and deduct the tax.
    ...selfAssessed(document, taxes, isTaxed, currency?.decimals).map((amount) => ['self_assessed', amount] as const),
    ...due,
  ] as const
  return (
    <>
      <FormTotal>
        <Amount value={totals.total} currency={currency} />
      </FormTotal>
      <dl className={classes.totals} aria-live="polite">
        {amounts.map(([name, amount]) => (
          <Pair
            key={name}
            label={t(`totals.${name}`)}
            className={name === 'total' || name === 'due_now' ? classes.grand : undefined}
          >
            <Amount value={amount} currency={currency} />
          </Pair>
        ))}
      </dl>
    </>
  )
}

/** What advances take off, what the payer keeps, and what is due now: where a document has one of them. */
function useDueNow({ subtotal, total }: ReturnType<typeof totalsOf>, deducted: Decimal, decimals = 2) {
  const retained = typedRetention(useTypedRetention(), { subtotal, total }, decimals)
  if (deducted.eq(0) && retained.eq(0)) return []
  return [
    ...(deducted.eq(0) ? [] : [['deducted', deducted.neg()] as const]),
    ...(retained.eq(0) ? [] : [['retained', retained.neg()] as const]),
    ['due_now', total.minus(deducted).minus(retained)] as const,
  ]
}

export function totalsOf({ rows, taxId, discount, includesTax }: Document, decimals = 2) {
  const lines = rows.map(reckoned).filter((line) => line !== null)
  const own = lines.map((line) => ({ ...line, tax_key: line.tax_key ?? (line.tax_rate === '0' ? null : taxId) }))
  return documentTotals({
    lines: own,
    decimals,
    discount: reckonedDiscount(discount),
    prices_include_tax: includesTax,
  })
}

/** What we owe and deduct ourselves: of each tax that charges nothing although its rate is not zero. */
function selfAssessed(
  document: Document,
  taxes: readonly TaxChoice[],
  isTaxed: (row: ItemRow) => boolean,
  decimals = 2,
): Decimal[] {
  const reverse = taxes.filter(({ rate, charged_rate }) => rate !== charged_rate)
  // Most documents have no such tax: their totals are not computed twice with each key.
  const isNamed = (key: string) => reverse.some(({ id }) => String(id) === key)
  if (!isNamed(document.taxId) && !document.rows.some(({ tax_id }) => isNamed(tax_id))) return []
  const named = (row: ItemRow) => row.tax_id || (isNamed(document.taxId) && isTaxed(row) ? document.taxId : '')
  const rows = document.rows.map((row) => ({ ...row, tax_id: named(row) }))
  return totalsOf({ ...document, rows }, decimals).taxes.flatMap(({ key, base }) => {
    const tax = reverse.find(({ id }) => key === String(id))
    return tax ? [ratio(base, tax.rate, 100, decimals)] : []
  })
}

function Pair({ label, className, children }: { label: string; className?: string; children: React.ReactNode }) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
