import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAccountCalls } from '#contract/access/account.ts'
import { refreshUser } from '../api/session.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import classes from './Access.module.css'

/** The address of the sign-in. */
export function OwnEmail({ email }: { email: string }) {
  const { t } = useTranslation('access')
  const [isChanging, setIsChanging] = useState(false)
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{t('account.email')}</h2>
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {t('account.change_email')}
        </Button>
      </div>
      <p className={classes.hint}>{t('account.email_detail', { email })}</p>
      {isChanging && (
        <ActionDrawer
          title={t('account.change_email')}
          call={ownAccountCalls.changeEmail}
          params={{}}
          values={{ email }}
          saveLabel={t('account.change_email')}
          onClose={() => setIsChanging(false)}
          onDone={refreshUser}
        >
          <LtrTextField name="email" inputMode="email" />
        </ActionDrawer>
      )}
    </section>
  )
}
