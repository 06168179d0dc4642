import { useEffect } from 'react'
import { lookUps } from '#contract/organization.ts'
import { customers } from '#contract/parties.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { AddressFields } from '../organization/AddressFields.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { RecordDrawer } from '../ui/drawer/RecordDrawer.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { IdentifierFields } from './IdentifierFields.tsx'

const words = ['parties']
type BuyerAddressDrawerProps = {
  customerId: number
  /** The first fact that is missing: it has the focus. */
  first: string
  onClose: () => void
  onSaved: (record: Record<string, unknown>) => void
}

/** What a tax invoice needs to know of a customer, over the form of the invoice. */
export default function BuyerAddressDrawer({ customerId, first, onClose, onSaved }: BuyerAddressDrawerProps) {
  return (
    <PageWords value={words}>
      <RecordDrawer resource={customers} id={customerId} onClose={onClose}>
        <DrawerForm defaults={{}} onSaved={onSaved}>
          {() => (
            <>
              <Focus name={first} />
              <LtrTextField name="tax_number" inputMode="numeric" />
              <IdentifierFields />
              <SelectField name="country_id" call={lookUps.countries} />
              <SelectField name="city_id" call={lookUps.cities} />
              <TextField name="city_name" />
              <AddressFields />
              <TextField name="address" />
            </>
          )}
        </DrawerForm>
      </RecordDrawer>
    </PageWords>
  )
}

/** The field of a fact may be another one: a city is chosen from a list. */
const fieldOf: Readonly<Record<string, string>> = { city: 'city_id', identifier_value: 'tax_number' }

/** After the drawer took the focus. */
function Focus({ name }: { name: string }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      const field = document.querySelector<HTMLElement>(`[role=dialog] [data-field="${fieldOf[name] ?? name}"]`)
      field?.scrollIntoView({ block: 'center' })
      field?.focus({ preventScroll: true })
    }, 100)
    return () => clearTimeout(timer)
  }, [name])
  return null
}
