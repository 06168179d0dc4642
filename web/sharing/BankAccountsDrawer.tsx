import { useTranslation } from 'react-i18next'
import { type SharingSettings, sharingSettingCalls } from '#contract/sharing/settings.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { BankAccountRows } from './BankAccountRows.tsx'

const words = ['sharing']

/** Where customers pay, over another page. Everything else of these settings stays as it is. */
export default function BankAccountsDrawer({ onClose }: { onClose: () => void }) {
  return (
    <PageWords value={words}>
      <OpenDrawer onClose={onClose} />
    </PageWords>
  )
}

function OpenDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sharing')
  const stored = useCallQuery(sharingSettingCalls.show).data as SharingSettings | undefined
  if (!stored) return null
  const { bank_accounts, link_days, accent, footer, templates, version } = stored
  const accounts = bank_accounts.length > 0 ? bank_accounts : [{ bank: '', holder: '', iban: '' }]
  return (
    <ActionDrawer
      title={t('settings.accounts')}
      call={sharingSettingCalls.update}
      params={{}}
      values={{
        bank_accounts: accounts.map(({ bank, holder, iban }) => ({ bank, holder: holder ?? '', iban })),
        link_days,
        accent: accent ?? '',
        footer: footer ?? '',
        templates,
        version,
      }}
      saveLabel={t('settings.save_accounts')}
      onClose={onClose}
    >
      <p>{t('settings.accounts_detail')}</p>
      <Rows initial={accounts.length} />
    </ActionDrawer>
  )
}

function Rows({ initial }: { initial: number }) {
  const { form, resource } = useFormScope()
  return <BankAccountRows form={{ form, resource }} initial={initial} />
}
