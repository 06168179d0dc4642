import { useTranslation } from 'react-i18next'
import { isScannedTwice, withScannedLot } from '../../lots/lotRow.ts'
import type { Lines } from '../../ui/lines/useLines.ts'
import { ProductScan, type ScannedProduct } from '../../ui/scan/ProductScan.tsx'
import { emptyItem, type ItemRow } from './itemRow.ts'
import { type RowFacts, rowOfProduct } from './ProductCell.tsx'
import { placeOfScan } from './placeOfScan.ts'

type ItemScanProps = {
  lines: Lines<ItemRow>
  factsOf: () => RowFacts
  /** What each new row has. */
  usual: Partial<ItemRow>
  confirmable: (row: ItemRow) => boolean
}

/** Scanned pieces as rows of a document: one more on the row of the product, or a row of its own. */
export function ItemScan({ lines, factsOf, usual, confirmable }: ItemScanProps) {
  const { t } = useTranslation(['errors', 'common'])
  const take = (product: ScannedProduct) => {
    const unit = product.units?.find(({ id }) => id === product.product_unit_id) ?? null
    const row = rowOfProduct(product, factsOf(), unit)
    if (!row) return { refused: t('tax_not_selected') }
    const rows = lines.rows()
    const { place, quantity } = placeOfScan(rows, row)
    const { lot } = product
    // The same batch has one more, another one is added; a serial number is scanned once.
    if (isScannedTwice(rows, lot)) return { refused: t('common:scan.serial_twice', { number: lot?.number }) }
    const lots = lot && withScannedLot(place === null ? [] : (rows[place]?.lots ?? []), lot)
    if (place === null) lines.paste([{ ...emptyItem(), ...usual, ...row, ...(lots && { lots }) }], confirmable)
    else lines.map((one, index) => (index === place ? { ...one, quantity, ...(lots && { lots }) } : one))
    return { quantity }
  }
  return <ProductScan onProduct={take} />
}
