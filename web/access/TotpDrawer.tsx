import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownAccountCalls } from '#contract/access/account.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { QrCode } from '../ui/print/QrCode.tsx'
import { SecretText } from '../ui/SecretText.tsx'
import classes from './Access.module.css'

type TotpDrawerProps = {
  enrolment: { secret: string | null; uri: string | null }
  onClose: () => void
  onEnabled: (codes: readonly string[]) => void
}

/** The secret for the app, and a code of it that proves the app has it. */
export function TotpDrawer({ enrolment: { secret, uri }, onClose, onEnabled }: TotpDrawerProps) {
  const { t } = useTranslation('access')
  return (
    <ActionDrawer
      title={t('account.totp')}
      call={ownAccountCalls.enableTotp}
      params={{}}
      values={{ otp: '' }}
      saveLabel={t('account.enable')}
      onClose={onClose}
      onDone={(answer) => onEnabled((answer as { recovery_codes: string[] }).recovery_codes)}
    >
      <div>
        <Text size="sm">{t('account.scan')}</Text>
        <div className={classes.qr}>{uri && <QrCode text={uri} label={t('account.scan')} />}</div>
        <Text size="sm">{t('account.scan_detail')}</Text>
        <SecretText>{secret?.replace(/(.{4})(?=.)/g, '$1 ')}</SecretText>
      </div>
      <LtrTextField name="otp" inputMode="numeric" description={t('account.typed')} />
    </ActionDrawer>
  )
}
