import { useTranslation } from 'react-i18next'
import { lookUps } from '#contract/organization.ts'
import { partyTypes } from '#contract/parties.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { AddressFields } from '../organization/AddressFields.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { ImageField } from '../ui/fields/ImageField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { DrawerSection } from './DrawerSection.tsx'
import { IdentifierFields } from './IdentifierFields.tsx'
import { partyDefaults } from './partyDefaults.ts'
import { partyStatuses } from './partyStatuses.ts'

type PartyDrawerProps = { onSaved?: (record: { id: number; name: string }) => void }

/** How much a customer may owe: of who decides it, where limits are switched on. */
function CreditFields() {
  const { t } = useTranslation('parties')
  const { resource } = useFormScope()
  const { uses_credit_limits, currency } = useUser().organization
  if (!useCan()('set-credit-limit') || !uses_credit_limits || resource !== 'customer') return null
  return (
    <DrawerSection title={t('sections.credit')}>
      <NumberField name="credit_limit" decimals={currency.decimals} description={t('credit_hint')} />
      <DateField name="credit_lifted_until" />
      <TextField name="credit_lift_reason" />
    </DrawerSection>
  )
}

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
          <CreditFields />
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
