import { products } from '#contract/catalog.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { ProductForm } from './ProductForm.tsx'

/** A stored product. */
export function ProductEditPage() {
  return (
    <RecordPage resource={products} list="/inventory/products">
      {(record) => <ProductForm id={record.id} record={record} />}
    </RecordPage>
  )
}
