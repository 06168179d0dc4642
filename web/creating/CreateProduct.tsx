import { products } from '#contract/catalog.ts'
import type { Resource } from '#contract/kit/resource.ts'
import { ProductPrices, ProductTreatment } from '../catalog/ProductParts.tsx'
import { useProductStart } from '../catalog/useProductStart.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { RecordDrawer } from '../ui/drawer/RecordDrawer.tsx'
import type { CreateHereProps } from '../ui/fields/Creatable.ts'
import { TextField } from '../ui/fields/TextField.tsx'

const words = ['catalog']

/** A new product, over the document that needs it; its page has the rest. */
export function CreateProduct({ name, onClose, onCreated }: CreateHereProps) {
  const start = useProductStart()
  if (start.isAwaited) return null
  return (
    <PageWords value={words}>
      <RecordDrawer resource={products as unknown as Resource} id="new" onClose={onClose}>
        <DrawerForm defaults={{ ...start.values, name }} onSaved={onCreated as never}>
          <TextField name="name" />
          <TextField name="name_en" />
          <TextField name="code" />
          <ProductTreatment />
          <ProductPrices isUnlimited={false} />
        </DrawerForm>
      </RecordDrawer>
    </PageWords>
  )
}
