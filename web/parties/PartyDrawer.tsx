import { useTranslation } from 'react-i18next'
import { lookUps } from '#contract/organization.ts'
import { partyTypes } from '#contract/parties.ts'
import { AddressFields } from '../organization/AddressFields.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { ImageField } from '../ui/fields/ImageField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { DrawerSection } from './DrawerSection.tsx'
import { IdentifierFields } from './IdentifierFields.tsx'
import { partyDefaults } from './partyDefaults.ts'
import { partyStatuses } from './partyStatuses.ts'

type PartyDrawerProps = { onSaved?: (record: { id: number; name: string }) => void }

/** A customer or supplier: who it is, how it is reached, where it sits, how it pays. */
export function PartyDrawer({ onSaved }: PartyDrawerProps) {
  const { t } = useTranslation('parties')
  const types = partyTypes.map((type) => ({ value: type, label: t(`types.${type}`) }))
  return (
    <DrawerForm defaults={partyDefaults} onSaved={onSaved}>
      {(values) => (
        <>
          <DrawerSection title={t('sections.identity')}>
            <ImageField name="avatar_file" stored={(values.avatar as string) || null} />
            <TextField name="name" />
            <TextField name="name_en" />
            <ChoiceField name="type" choices={types} />
            <StatusField statuses={partyStatuses} />
          </DrawerSection>
          <DrawerSection title={t('sections.contact')}>
            <LtrTextField name="email" inputMode="email" />
            <LtrTextField name="mobile" inputMode="tel" />
            <LtrTextField name="phone" inputMode="tel" />
          </DrawerSection>
          <DrawerSection title={t('sections.terms')}>
            <LtrTextField name="tax_number" inputMode="numeric" />
            <LtrTextField name="commercial_registration" inputMode="numeric" />
            <IdentifierFields />
            <NumberField name="payment_terms_days" />
          </DrawerSection>
          <DrawerSection title={t('sections.address')}>
            <SelectField name="country_id" call={lookUps.countries} />
            <SelectField name="city_id" call={lookUps.cities} />
            <TextField name="city_name" />
            <AddressFields />
            <TextField name="address" />
          </DrawerSection>
        </>
      )}
    </DrawerForm>
  )
}
