import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { checkNewPassword, checkRepeated, checkRequired } from './checkCredentials.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PlainField } from './PlainField.tsx'
import type { AuthControl } from './useAuthForm.ts'

type Field = 'name' | 'mobile' | 'password' | 'confirmPassword'

export const checkNewAccount = (typed: Record<Field, string>) => ({
  name: checkRequired(typed.name),
  mobile: checkRequired(typed.mobile),
  password: checkNewPassword(typed.password),
  confirmPassword: checkRepeated(typed.confirmPassword, typed.password),
})

/** The fields of a new person. `email`: the field of the address, where the person chooses it. */
export function NewAccountFields({ control, email }: { control: AuthControl<Field>; email?: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <>
      <PlainField label={t('fields.name')} autoComplete="name" {...control('name')} />
      {email}
      <PlainField label={t('fields.mobile')} inputMode="tel" autoComplete="tel" dir="ltr" {...control('mobile')} />
      <NewPasswordFields password={control('password')} repeated={control('confirmPassword')} />
    </>
  )
}
