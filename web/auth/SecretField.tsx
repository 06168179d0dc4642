import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconShown from '~icons/tabler/eye'
import IconHidden from '~icons/tabler/eye-off'
import { PlainField } from './PlainField.tsx'
import classes from './plain.module.css'

/** A password with an eye, typed left to right. */
export function SecretField({ label, ...props }: Partial<ComponentProps<typeof PlainField>>) {
  const { t } = useTranslation('common')
  const [shown, setShown] = useState(false)
  return (
    <PlainField
      autoComplete="current-password"
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      label={label ?? t('fields.password')}
      end={
        <button
          type="button"
          className={classes.eye}
          aria-label={t('actions.show_password')}
          aria-pressed={shown}
          // Tab moves to the next field; the eye is for the pointer.
          tabIndex={-1}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconShown aria-hidden /> : <IconHidden aria-hidden />}
        </button>
      }
    />
  )
}
