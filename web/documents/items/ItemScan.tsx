import { useTranslation } from 'react-i18next'
import type { Lines } from '../../ui/lines/useLines.ts'
import { ProductScan } from '../../ui/scan/ProductScan.tsx'
import { emptyItem, type ItemRow } from './itemRow.ts'
import { type Product, type RowFacts, rowOfProduct } from './ProductCell.tsx'
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
  const { t } = useTranslation('errors')
  const take = (product: Product & { product_unit_id: number | null }) => {
    const unit = product.units?.find(({ id }) => id === product.product_unit_id) ?? null
    const row = rowOfProduct(product, factsOf(), unit)
    if (!row) return { refused: t('tax_not_selected') }
    const { place, quantity } = placeOfScan(lines.rows(), row)
    if (place === null) lines.paste([{ ...emptyItem(), ...usual, ...row }], confirmable)
    else lines.map((one, index) => (index === place ? { ...one, quantity } : one))
    return { quantity }
  }
  return <ProductScan onProduct={take} />
}
