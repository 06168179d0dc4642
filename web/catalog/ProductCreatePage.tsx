import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { ProductForm } from './ProductForm.tsx'
import { useProductStart } from './useProductStart.ts'

/** A new product. */
export function ProductCreatePage() {
  const { values, isAwaited } = useProductStart()
  if (isAwaited) return <LoadingPage list="/inventory/products" />
  return <ProductForm id={null} start={values} />
}
