import { useTranslation } from 'react-i18next'
import { entityTypes, lookUps, receiptsWithoutReference, saveActions } from '#contract/organization.ts'
import { ChoiceField } from '../fields/ChoiceField.tsx'
import { ImageField } from '../fields/ImageField.tsx'
import { LatinField } from '../fields/LatinField.tsx'
import { NumberField } from '../fields/NumberField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { SwitchField } from '../fields/SwitchField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { FormSection } from '../kit/form/FormSection.tsx'

/** What an organization says of itself, in the settings and in the set-up. */
export function OrganizationFields({ logo }: { logo: string | null }) {
  const { t } = useTranslation('organization')
  const types = entityTypes.map((type) => ({ value: type, label: t(`entity_types.${type}`) }))
  const receipts = receiptsWithoutReference.map((value) => ({ value, label: t(`receipts.${value}`) }))
  const actions = saveActions.map((value) => ({ value, label: t(`save_actions.${value}`) }))
  return (
    <>
      <FormSection title={t('sections.identity')} detail={t('sections.identity_detail')}>
        <ImageField name="logo_file" stored={logo} />
        <TextField name="name" />
        <TextField name="name_en" />
        <LatinField name="username" />
        <ChoiceField name="entity_type" choices={types} />
        <LatinField name="tax_number" inputMode="numeric" />
        <LatinField name="commercial_registration" inputMode="numeric" />
      </FormSection>
      <FormSection title={t('sections.contact')} detail={t('sections.contact_detail')}>
        <LatinField name="email" inputMode="email" />
        <LatinField name="mobile" inputMode="tel" />
        <LatinField name="phone" inputMode="tel" />
        <SelectField name="country_id" call={lookUps.countries} />
        <TextField name="address" />
      </FormSection>
      <FormSection title={t('sections.books')} detail={t('sections.books_detail')}>
        <SelectField name="currency_id" call={lookUps.currencies} />
        <SwitchField name="manual_numbers" />
        <ChoiceField name="receipt_without_reference" choices={receipts} description={t('receipts_hint')} />
        <ChoiceField name="default_save_action" choices={actions} description={t('save_actions_hint')} />
        <NumberField name="settlement_tolerance" description={t('tolerance_hint')} />
        <SwitchField name="row_tax_always_invoice" description={t('row_tax_hint')} />
      </FormSection>
    </>
  )
}
