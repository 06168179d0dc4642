import { addDays, addMonths } from '#ledger/calendar/calendar.ts'
import { lawOn } from '#ledger/law/dated.ts'
import { type VatAssetKind, vatAdjustmentYears } from '#ledger/law/tables.ts'
import { vatAdjustment } from '#ledger/law/vat-adjustment.ts'
import { decimal, text } from '#ledger/money.ts'

type Bought = { acquired_on: string; vat: string | null; vat_kind: string | null }

/**
 * For how long the input VAT of an asset is adjusted when its taxable use changes, and what a year of the whole change is: by the
 * version of the law on the day of the purchase. Null where no tax was paid or the class names no kind.
 */
export function vatAdjustmentOf({ acquired_on, vat, vat_kind }: Bought, decimals: number) {
  const law = lawOn(vatAdjustmentYears, acquired_on)
  if (!law || vat === null || vat_kind === null || decimal(vat).eq(0)) return null
  const kind = vat_kind as VatAssetKind
  const years = law.values[kind]
  return {
    kind,
    years,
    until: addDays(addMonths(acquired_on, years * 12), -1),
    yearly: text(vatAdjustment({ vat, years, use_at_purchase: 0, use_now: 100 }, decimals)),
    source: law.source,
    state: law.state,
  }
}
