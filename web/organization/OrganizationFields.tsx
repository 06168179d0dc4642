import { useTranslation } from 'react-i18next'
import { deliveryVatDays } from '#contract/access/switched-parts.ts'
import { chartCalls } from '#contract/chart.ts'
import { isGroupNumber } from '#contract/fields/registration.ts'
import { entityTypes, lookUps, receiptsWithoutReference, saveActions, vatStatuses } from '#contract/organization.ts'
import { useUser } from '../api/session.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { ImageField } from '../ui/fields/ImageField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { RadioField } from '../ui/fields/RadioField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FoldedSection } from '../ui/form/FoldedSection.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useWatched } from '../ui/form/useWatched.ts'
import { AddressFields } from './AddressFields.tsx'
import { RegistrationFields } from './RegistrationFields.tsx'

const incomeAccounts = { purpose: 'income' }

/** The organization's own data, in the settings. */
export function OrganizationFields({ logo }: { logo: string | null }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <FormSection title={t('sections.identity')} detail={t('sections.identity_detail')}>
        <ImageField name="logo_file" stored={logo} />
        <TextField name="name" />
        <TextField name="name_en" />
        <LtrTextField name="username" description={t('username_hint')} />
        <EntityTypeField />
        <VatFields />
        <MemberField />
        <RegistrationFields />
        <TextField name="industry" description={t('industry_hint')} />
      </FormSection>
      <FormSection title={t('sections.contact')} detail={t('sections.contact_detail')}>
        <LtrTextField name="email" inputMode="email" />
        <LtrTextField name="mobile" inputMode="tel" />
        <LtrTextField name="phone" inputMode="tel" />
        <SelectField name="country_id" call={lookUps.countries} />
        <SelectField name="city_id" call={lookUps.cities} />
        <AddressFields />
        <LtrTextField name="short_address" />
        <TextField name="address" />
      </FormSection>
      <FormSection title={t('sections.books')} detail={t('sections.books_detail')}>
        <BookkeepingFields />
      </FormSection>
    </>
  )
}

/** The same in the set-up: what the first invoice needs, and all that has a usual answer behind one line. */
export function OnboardingFields({ logo }: { logo: string | null }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <FormSection title={t('sections.identity')} detail={t('sections.identity_detail')}>
        <TextField name="name" />
        <LtrTextField name="username" description={t('username_hint')} />
        <LtrTextField name="mobile" inputMode="tel" />
        <SelectField name="city_id" call={lookUps.cities} />
        <EntityTypeField />
        <VatFields />
      </FormSection>
      <FoldedSection title={t('sections.more')} detail={t('sections.more_detail')}>
        <FormSection title={t('sections.contact')} detail={t('sections.contact_detail')}>
          <ImageField name="logo_file" stored={logo} />
          <TextField name="name_en" />
          <RegistrationFields />
          <LtrTextField name="email" inputMode="email" />
          <LtrTextField name="phone" inputMode="tel" />
          <SelectField name="country_id" call={lookUps.countries} />
          <TextField name="address" />
        </FormSection>
        <FormSection title={t('sections.books')} detail={t('sections.books_detail')}>
          <BookkeepingFields />
        </FormSection>
      </FoldedSection>
    </>
  )
}

function EntityTypeField() {
  const { t } = useTranslation('organization')
  return (
    <RadioField
      name="entity_type"
      choices={entityTypes.map((value) => ({ value, label: t(`entity_types.${value}`) }))}
    />
  )
}

/** Registered, and by which number; or not yet, and then no VAT is charged. */
function VatFields() {
  const { t } = useTranslation('organization')
  const { form, prefix = '' } = useFormScope()
  const status = useWatched(form, `${prefix}vat_status`)
  // A number from before the question existed stays in sight until it is answered.
  const number = useWatched(form, `${prefix}tax_number`)
  const hasNumber = status === '' && number !== ''
  const choices = vatStatuses.map((value) => ({ value, label: t(`vat_statuses.${value}`) }))
  return (
    <>
      <RadioField name="vat_status" choices={choices} description={t('vat_status_hint')} />
      {(status === 'registered' || hasNumber) && <LtrTextField name="tax_number" inputMode="numeric" />}
    </>
  )
}

/** The VAT number of a group has a 1 as its eleventh digit; then the member's own number is asked for. */
function MemberField() {
  const { t } = useTranslation('organization')
  const { form, prefix = '' } = useFormScope()
  const number = useWatched(form, `${prefix}tax_number`)
  if (!isGroupNumber(String(number ?? ''))) return null
  return <LtrTextField name="member_tin" inputMode="numeric" description={t('member_tin_hint')} />
}

/** Goods on notes of their own, and what of them stops a VAT return. */
function GoodsFields() {
  const { t } = useTranslation('organization')
  const { form, prefix = '' } = useFormScope()
  const uses = useWatched(form, `${prefix}uses_goods_notes`)
  const days = deliveryVatDays.map((value) => ({ value, label: t(`delivery_vat_day.${value}`) }))
  return (
    <>
      <SwitchField name="uses_goods_notes" description={t('uses_goods_notes_hint')} />
      {Boolean(uses) && <ChoiceField name="delivery_vat_day" choices={days} />}
    </>
  )
}

function BookkeepingFields() {
  const { t } = useTranslation('organization')
  const receipts = receiptsWithoutReference.map((value) => ({ value, label: t(`receipts.${value}`) }))
  const actions = saveActions.map((value) => ({ value, label: t(`save_actions.${value}`) }))
  return (
    <>
      <SelectField name="currency_id" call={lookUps.currencies} />
      <SwitchField name="manual_numbers" />
      <ChoiceField name="receipt_without_reference" choices={receipts} description={t('receipts_hint')} />
      <ChoiceField name="default_save_action" choices={actions} description={t('save_actions_hint')} />
      <NumberField name="settlement_tolerance" description={t('tolerance_hint')} />
      {useUser().organization.status === 'active' && (
        <SelectField
          name="discount_account_id"
          call={chartCalls.accountOptions}
          query={incomeAccounts}
          description={t('discount_account_hint')}
        />
      )}
      <SwitchField name="row_tax_always_invoice" description={t('row_tax_hint')} />
      <SwitchField name="prices_include_tax" />
      <SwitchField name="uses_orders" description={t('uses_orders_hint')} />
      <GoodsFields />
      <SwitchField name="uses_price_lists" description={t('uses_price_lists_hint')} />
      <SwitchField name="uses_credit_limits" description={t('uses_credit_limits_hint')} />
      <SwitchField name="uses_barcodes" description={t('uses_barcodes_hint')} />
      <SwitchField name="uses_places" description={t('uses_places_hint')} />
      <SwitchField name="owns_assets" description={t('owns_assets_hint')} />
      <SwitchField name="uses_withholding" description={t('uses_withholding_hint')} />
      <SwitchField name="uses_lots" description={t('uses_lots_hint')} />
      <SwitchField name="uses_landed_costs" description={t('uses_landed_costs_hint')} />
      <SwitchField name="uses_retention" description={t('uses_retention_hint')} />
    </>
  )
}
