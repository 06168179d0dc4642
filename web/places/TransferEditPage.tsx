import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stockTransfers } from '#contract/places/transfers.ts'
import type { RecordOf } from '../api/resource.ts'
import { transfersPath } from '../routes/paths.ts'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'

const viewOf = ({ id }: { id: number }) => `${transfersPath}/${id}/view`

/** The notes of a transfer: its day, its places and its goods stay. A void one is read only. */
export function TransferEditPage() {
  return (
    <RecordPage resource={stockTransfers} list={transfersPath}>
      {(record) =>
        record.status === 'void' ? <Navigate to={viewOf(record)} replace /> : <RemarksForm transfer={record} />
      }
    </RecordPage>
  )
}

function RemarksForm({ transfer }: { transfer: RecordOf<typeof stockTransfers> }) {
  const { t } = useTranslation('places')
  const navigate = useNavigate()
  const { transfer_date, from_place_id, to_place_id, version, notes, items } = transfer
  const form = useRecordForm({
    resource: stockTransfers,
    id: transfer.id,
    values: {
      transfer_date,
      from_place_id: String(from_place_id),
      to_place_id: String(to_place_id),
      version,
      notes: notes ?? '',
      items: items.map(({ product_id, quantity }) => ({ product_id, quantity })),
    },
    onSaved: (record) => void navigate({ to: viewOf(record) }),
  })
  return (
    <FormPage
      title={`${t('names.stock_transfer.edit')} ${transfer.number}`}
      form={form}
      onBack={() => void navigate({ to: viewOf(transfer) })}
    >
      <FormSection title={t('sections.remarks')} detail={t('sections.remarks_detail')}>
        <TextareaField name="notes" rows={2} />
      </FormSection>
    </FormPage>
  )
}
