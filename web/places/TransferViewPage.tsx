import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { stockTransfers } from '#contract/places/transfers.ts'
import type { RecordOf } from '../api/resource.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { transfersPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
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
  const isVoidable = transfer.status !== 'void' && !transfer.receipts.some(({ status }) => status !== 'void')
  return (
    <>
      <PrintFrame
        title={t('names.stock_transfer.one')}
        number={transfer.number}
        onBack={() => void navigate({ to: transfersPath })}
        pdf={<PdfButton call={paperCalls.stock_transfer} id={transfer.id} />}
        actions={
          transfer.status === 'sent' && (
            <Button onClick={() => void navigate({ to: `${transfersPath}/${transfer.id}/receive` })}>
              {t('receive.action')}
            </Button>
          )
        }
        more={
          isVoidable && (
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
            <StatusDot status={transfer.status} label={transfer.status === 'sent' ? t('on_the_way') : undefined} />
            {[...(transfer.source ? [transfer.source] : []), ...transfer.receipts].map(({ id, number }) => (
              <Fragment key={id}>
                {' · '}
                <Link to={`${transfersPath}/${id}/view`} className="link">
                  {t(transfer.source ? 'receive.of' : 'receive.by')} <Num>{number}</Num>
                </Link>
              </Fragment>
            ))}
          </p>
        }
      >
        <TransferPaper transfer={transfer} />
      </PrintFrame>
      <RecordHistory name="stock_transfer" id={transfer.id} />
    </>
  )
}
