import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useField } from '../ui/form/useField.ts'

/** A password, with an eye to look at it; read left to right. */
export function PasswordField({ name, description }: { name: string; description?: string }) {
  const { t } = useTranslation('common')
  const { key, control } = useField(name)
  return (
    <PasswordInput
      key={key}
      {...control}
      description={description}
      autoComplete="new-password"
      classNames={{ innerInput: 'ltr-input' }}
      visibilityToggleButtonProps={{ 'aria-label': t('actions.show_password') }}
    />
  )
}
