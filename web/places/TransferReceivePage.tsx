import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { receiveTransferCall, stockTransfers } from '#contract/places/transfers.ts'
import { request } from '../api/client.ts'
import { type RecordOf, useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { MovedRows } from '../goods/MovedRows.tsx'
import { BidiText } from '../i18n/BidiText.tsx'
import { localName } from '../i18n/localName.ts'
import { transfersPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { today } from '../ui/today.ts'
import { type ReceivedRow, receivedRows, rowsOnTheWay } from './receivedRow.ts'

type Transfer = RecordOf<typeof stockTransfers>

/** What arrived of a transfer that is on the way, or goes back to who sent it. */
export function TransferReceivePage() {
  return (
    <RecordPage resource={stockTransfers} list={transfersPath}>
      {(record) =>
        record.status === 'sent' ? (
          <ReceiveForm key={record.version} transfer={record} />
        ) : (
          <Navigate to={`${transfersPath}/${record.id}/view`} replace />
        )
      }
    </RecordPage>
  )
}

function ReceiveForm({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('places')
  const navigate = useNavigate()
  const back = `${transfersPath}/${transfer.id}/view`
  const written = useWritten(transfersPath)
  const form: SchemaForm = useSchemaForm({
    schema: receiveTransferCall.body,
    resource: 'stock_transfer',
    values: { transfer_date: today(), to_source: false, notes: '', items: rowsOnTheWay(transfer.items) },
    toBody: ({ items, ...rest }) => ({ ...rest, items: receivedRows(items as ReceivedRow[]) }) as Values,
    send: async (body, idempotencyKey) => {
      await request(receiveTransferCall, { params: { id: transfer.id }, body, idempotencyKey })
      form.guard.release()
      showSuccess('created')
      written()
      void navigate({ to: back })
    },
    onFailed: (error) => showFailure('creation_failed', error),
  })
  return (
    <FormPage
      title={t('receive.title')}
      form={form}
      saveLabel={t('receive.save')}
      onBack={() => void navigate({ to: back })}
    >
      <FormSection
        title={t('receive.info')}
        detail={
          <BidiText>
            <Num>{transfer.number}</Num> · <bdi>{localName(transfer.from_place)}</bdi> ·{' '}
            <bdi>{localName(transfer.to_place)}</bdi>
          </BidiText>
        }
      >
        <DateField name="transfer_date" />
        <SwitchField name="to_source" description={t('receive.to_source_hint')} />
        <TextareaField name="notes" rows={2} />
      </FormSection>
      <MovedRows form={form} hint={t('receive.hint')} way="in" dateField="transfer_date" />
    </FormPage>
  )
}
