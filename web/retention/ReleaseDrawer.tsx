import { useTranslation } from 'react-i18next'
import { retentionCalls } from '#contract/documents/retention-calls.ts'
import { decimal, text } from '#ledger/money.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { today } from '../ui/today.ts'
import type { RetainingDocument } from './retainingDocument.ts'

type ReleaseDrawerProps = { kind: 'invoice' | 'bill'; record: RetainingDocument; onClose: () => void }

/** Releases what is retained, all of it or a part. */
export function ReleaseDrawer({ kind, record, onClose }: ReleaseDrawerProps) {
  const { t } = useTranslation('retention')
  const { release, preview } = retentionCalls[kind]
  const { id, version, retained, currency } = record
  const amount = text(decimal(retained), currency.decimals)
  const saveLabel = t('actions.release')
  return (
    <ActionDrawer
      title={t('release_title')}
      call={release}
      params={{ id }}
      values={{ date: today(), amount, reason: '', version }}
      saveLabel={saveLabel}
      actionsOf={(form) => <PreviewButton form={form} call={preview} params={{ id }} saveLabel={saveLabel} />}
      onClose={onClose}
    >
      <p>{t('release_detail')}</p>
      <DateField name="date" />
      <NumberField name="amount" decimals={currency.decimals} />
      <TextField name="reason" />
    </ActionDrawer>
  )
}
