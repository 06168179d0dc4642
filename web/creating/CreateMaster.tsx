import { productCategories, units } from '#contract/catalog.ts'
import { PostingAccounts } from '../catalog/PostingAccounts.tsx'
import { PageWords } from '../i18n/PageWords.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { RecordDrawer } from '../ui/drawer/RecordDrawer.tsx'
import type { CreateHereProps } from '../ui/fields/Creatable.ts'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

const words = ['catalog']

/** A new category, over the form of a product. It is active: it is chosen at once. */
export function CreateCategory({ name, onClose, onCreated }: CreateHereProps) {
  return (
    <PageWords value={words}>
      <RecordDrawer resource={productCategories} id="new" onClose={onClose}>
        <DrawerForm defaults={{ name, status: 'active' }} onSaved={onCreated}>
          <TextField name="name" />
          <TextField name="name_en" />
          <PostingAccounts of="product_category" />
          <StatusField />
        </DrawerForm>
      </RecordDrawer>
    </PageWords>
  )
}

/** A new unit, over the form of a product. */
export function CreateUnit({ name, onClose, onCreated }: CreateHereProps) {
  return (
    <PageWords value={words}>
      <RecordDrawer resource={units} id="new" onClose={onClose}>
        <DrawerForm defaults={{ name, code: '', status: 'active' }} onSaved={onCreated}>
          <LtrTextField name="code" />
          <TextField name="name" />
          <TextField name="name_en" />
          <StatusField />
        </DrawerForm>
      </RecordDrawer>
    </PageWords>
  )
}
