import { ProductForm } from './ProductForm.tsx'

/** A new product. */
export function ProductCreatePage() {
  return <ProductForm id={null} />
}
