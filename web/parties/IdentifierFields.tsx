import { useTranslation } from 'react-i18next'
import { buyerSchemes } from '#contract/e-invoice/code-lists.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'

const saudiArabia = '1'

/** Another identifier with its scheme. A buyer abroad without one is remarked on (BR-KSA-81), so it is asked for. */
export function IdentifierFields() {
  const { t } = useTranslation('parties')
  const { form } = useFormScope()
  const country = useWatched(form, 'country_id')
  const taxNumber = useWatched(form, 'tax_number')
  const schemes = ['', ...buyerSchemes].map((value) => ({ value, label: t(`schemes.${value || 'none'}`) }))
  const isAsked = country !== '' && country !== saudiArabia && taxNumber === ''
  return (
    <>
      <ChoiceField
        name="identifier_scheme"
        choices={schemes}
        {...(isAsked && { description: t('identifier_abroad_hint') })}
      />
      <LtrTextField name="identifier_value" />
    </>
  )
}
