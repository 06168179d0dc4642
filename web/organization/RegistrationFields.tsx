import { useTranslation } from 'react-i18next'
import { registrationSchemes } from '#contract/fields/registration.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'

/** The seller's registration number and its kind: a commercial registration, a licence, the unified number. */
export function RegistrationFields() {
  const { t } = useTranslation('organization')
  const schemes = ['', ...registrationSchemes].map((value) => ({
    value,
    label: t(`registration_schemes.${value || 'none'}`),
  }))
  return (
    <>
      <ChoiceField name="registration_scheme" choices={schemes} description={t('registration_hint')} />
      <LtrTextField name="commercial_registration" />
    </>
  )
}
