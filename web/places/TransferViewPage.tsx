import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { stockTransfers } from '#contract/places/transfers.ts'
import type { RecordOf } from '../api/resource.ts'
import { transfersPath } from '../routes/paths.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import { TransferPaper } from './TransferPaper.tsx'

/** A transfer on its paper. */
export function TransferViewPage() {
  return (
    <RecordPage resource={stockTransfers} list={transfersPath}>
      {(record) => <TransferView transfer={record} />}
    </RecordPage>
  )
}

function TransferView({ transfer }: { transfer: RecordOf<typeof stockTransfers> }) {
  const { t } = useTranslation('places')
  const navigate = useNavigate()
  const isPosted = transfer.status === 'posted'
  return (
    <PrintFrame
      title={t('names.stock_transfer.one')}
      number={transfer.number}
      onBack={() => void navigate({ to: transfersPath })}
      pdf={<PdfButton call={paperCalls.stock_transfer} id={transfer.id} />}
      more={
        isPosted && (
          <DeleteRecord
            resource={stockTransfers}
            id={transfer.id}
            name={transfer.number}
            act="void"
            label={t('void')}
          />
        )
      }
      above={
        <p>
          <StatusDot status={transfer.status} />
        </p>
      }
    >
      <TransferPaper transfer={transfer} />
    </PrintFrame>
  )
}
