import { useSearch } from '@tanstack/react-router'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { ProductForm } from './ProductForm.tsx'
import { useProductStart } from './useProductStart.ts'

/** A new product; another one after each that was saved with "save and new". */
export function ProductCreatePage() {
  const { fresh } = useSearch({ strict: false }) as { fresh?: string | number }
  return <NewProduct key={String(fresh ?? '')} />
}

function NewProduct() {
  const { values, isAwaited } = useProductStart()
  if (isAwaited) return <LoadingPage list="/inventory/products" />
  return <ProductForm id={null} start={values} />
}
