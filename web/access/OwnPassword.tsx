import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAccountCalls } from '#contract/access/account.ts'
import { PasswordField } from '../people/PasswordField.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import classes from './Access.module.css'

/** The own password, changed with the current one. */
export function OwnPassword() {
  const { t } = useTranslation('access')
  const [isChanging, setIsChanging] = useState(false)
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{t('account.password')}</h2>
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {t('account.change_password')}
        </Button>
      </div>
      <p className={classes.hint}>{t('account.change_detail')}</p>
      {isChanging && (
        <ActionDrawer
          title={t('account.change_password')}
          call={ownAccountCalls.changePassword}
          params={{}}
          values={{ current_password: '', password: '', password_confirmation: '' }}
          saveLabel={t('account.change_password')}
          onClose={() => setIsChanging(false)}
        >
          <PasswordField name="current_password" />
          <PasswordField name="password" />
          <PasswordField name="password_confirmation" />
        </ActionDrawer>
      )}
    </section>
  )
}
