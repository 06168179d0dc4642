import { localName } from '../../i18n/localName.ts'
import type { LineCell } from '../../ui/lines/LineColumn.ts'
import { LineSelect } from '../../ui/lines/LineSelect.tsx'
import type { ItemRow } from './itemRow.ts'

/** A tax as it is chosen. */
export type TaxChoice = {
  id: number
  name: string
  name_en: string | null
  rate: number
  charged_rate: number
  category: string
  exemption_code: string | null
}

type RowTaxCellProps = {
  cell: LineCell<ItemRow>
  taxes: readonly TaxChoice[]
  /** The document's own, which a row follows that names none. */
  usual: string
}

/** The tax of one row. A row that names none follows the document's. */
export function RowTaxCell({ cell: { row, change, control }, taxes, usual }: RowTaxCellProps) {
  const choose = (tax_id: string) => {
    const tax = taxes.find(({ id }) => String(id) === tax_id)
    if (tax) change({ tax_id, tax_rate: String(tax.charged_rate) })
  }
  const choices = taxes.map((tax) => ({ value: String(tax.id), label: localName(tax) }))
  return <LineSelect control={control} value={row.tax_id || usual} choices={choices} onChange={choose} />
}
