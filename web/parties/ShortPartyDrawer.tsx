import { useTranslation } from 'react-i18next'
import { lookUps } from '#contract/organization.ts'
import { partyTypes } from '#contract/parties.ts'
import { AddressFields } from '../organization/AddressFields.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { DrawerSection } from './DrawerSection.tsx'
import { IdentifierFields } from './IdentifierFields.tsx'
import { partyDefaults } from './partyDefaults.ts'

type ShortPartyDrawerProps = { name: string; onSaved: (record: { id: number; name: string }) => void }

/** A new customer or supplier from a document: who it is and how it is reached. Its page has the rest. */
export function ShortPartyDrawer({ name, onSaved }: ShortPartyDrawerProps) {
  const { t } = useTranslation('parties')
  const types = partyTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))
  return (
    <DrawerForm defaults={{ ...partyDefaults, name }} onSaved={onSaved}>
      <TextField name="name" />
      <LtrTextField name="email" inputMode="email" />
      <LtrTextField name="mobile" inputMode="tel" />
      <LtrTextField name="tax_number" inputMode="numeric" />
      <ChoiceField name="type" choices={types} />
      <FoldedSection title={t('sections.address')}>
        <DrawerSection>
          <SelectField name="country_id" call={lookUps.countries} />
          <SelectField name="city_id" call={lookUps.cities} />
          <AddressFields />
          <TextField name="address" />
        </DrawerSection>
      </FoldedSection>
      <FoldedSection title={t('sections.more')}>
        <DrawerSection>
          <TextField name="name_en" />
          <LtrTextField name="phone" inputMode="tel" />
          <LtrTextField name="commercial_registration" inputMode="numeric" />
          <IdentifierFields />
          <NumberField name="payment_terms_days" />
        </DrawerSection>
      </FoldedSection>
    </DrawerForm>
  )
}
