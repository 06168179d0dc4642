import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { parties } from '#contract/parties.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { ShortPartyDrawer } from '../parties/ShortPartyDrawer.tsx'
import { RecordDrawer } from '../ui/drawer/RecordDrawer.tsx'
import type { CreateHereProps } from '../ui/fields/Creatable.ts'

const words = ['parties']

/** A new customer or supplier, over the form that needs one. */
function CreateParty({ side, name, onClose, onCreated }: CreateHereProps & { side: Side }) {
  return (
    <PageWords value={words}>
      <RecordDrawer resource={parties[side.name]} id="new" onClose={onClose}>
        <ShortPartyDrawer name={name} onSaved={onCreated} />
      </RecordDrawer>
    </PageWords>
  )
}

export const CreateCustomer = (props: CreateHereProps) => <CreateParty side={sales} {...props} />
export const CreateSupplier = (props: CreateHereProps) => <CreateParty side={purchases} {...props} />
