import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import IconPay from '~icons/tabler/cash'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import { ActWithPreview } from '../preview/ActWithPreview.tsx'
import { documentPath, paymentPath } from '../routes/paths.ts'
import type { DocumentRecord } from './DocumentForm.tsx'

type DocumentNextStepProps = { side: Side; record: DocumentRecord; isNext: boolean }

/** By its state: a draft is edited and confirmed, what is owed is paid. */
export function DocumentNextStep({ side, record, isNext }: DocumentNextStepProps) {
  if (record.is_void) return null
  return record.status === 'draft' ? (
    <FinishDraft side={side} record={record} />
  ) : (
    <RecordPayment side={side} record={record} isNext={isNext} />
  )
}

function FinishDraft({ side, record }: Omit<DocumentNextStepProps, 'isNext'>) {
  const { t } = useTranslation(['documents', 'common'])
  const can = useCan()
  const navigate = useNavigate()
  if (!can(documents[side.document].permissions.update)) return null
  const { confirm, confirmPreview } = documentCalls[side.document]
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEdit aria-hidden />}
        onClick={() => void navigate({ to: `${documentPath(side)}/${record.id}` })}
      >
        {t('common:actions.edit')}
      </Button>
      <ActWithPreview record={record} call={confirm} preview={confirmPreview} label={t('actions.confirm')} />
    </>
  )
}

function RecordPayment({ side, record, isNext }: DocumentNextStepProps) {
  const { t } = useTranslation('documents')
  const can = useCan()
  const navigate = useNavigate()
  if (record.remaining_amount <= 0 || !can(`create-${side.payment.replace('_', '-')}`)) return null
  const search = { document: String(record.id), kind: side.document }
  return (
    <Button
      variant={isNext ? 'filled' : 'default'}
      leftSection={<IconPay aria-hidden />}
      onClick={() => void navigate({ to: `${paymentPath(side)}/create`, search })}
    >
      {t('actions.record_payment')}
    </Button>
  )
}
