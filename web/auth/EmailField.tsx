import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainField } from './PlainField.tsx'

/** An e-mail address, typed left to right. */
export function EmailField(props: Omit<ComponentProps<typeof PlainField>, 'label'>) {
  const { t } = useTranslation('common')
  return (
    <PlainField type="email" inputMode="email" autoComplete="username" dir="ltr" label={t('fields.email')} {...props} />
  )
}
