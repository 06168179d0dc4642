import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { stockCounts } from '#contract/counts.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import IconEdit from '~icons/tabler/pencil'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import type { RecordOf } from '../api/resource.ts'
import standing from '../documents/Standing.module.css'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { countsPath } from '../routes/paths.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import { CountPaper } from './CountPaper.tsx'
import { CountStatus } from './CountStatus.tsx'
import classes from './Counts.module.css'

type Count = RecordOf<typeof stockCounts>

/** A posted count on paper: what the books said, what was found, what it changed. */
export function CountViewPage() {
  return (
    <RecordPage resource={stockCounts} list={countsPath}>
      {(record) => <CountView count={record} />}
    </RecordPage>
  )
}

function CountView({ count }: { count: Count }) {
  const { t } = useTranslation('catalog')
  const navigate = useNavigate()
  return (
    <>
      <PrintFrame
        title={t('names.stock_count.one')}
        number={count.number}
        onBack={() => void navigate({ to: countsPath })}
        pdf={<PdfButton call={paperCalls.stock_count} id={count.id} />}
        more={count.status === 'posted' && <CountActions count={count} />}
        above={
          <>
            <p className={classes.standing}>
              {t(`counts.origins.${count.origin}`)} <CountStatus status={count.status} />
            </p>
            {count.closed_period && (
              <p className={standing.panel}>
                <span>
                  {t(`counts.${count.closed_period}`)} <UnlockLink why={count.closed_period} />
                </span>
              </p>
            )}
          </>
        }
      >
        <CountPaper count={count} />
      </PrintFrame>
      <RecordHistory name="stock_count" id={count.id} />
    </>
  )
}

function CountActions({ count }: { count: Count }) {
  const { t } = useTranslation(['catalog', 'common', 'documents'])
  const navigate = useNavigate()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEdit aria-hidden />}
        onClick={() => void navigate({ to: `${countsPath}/${count.id}` })}
      >
        {count.closed_period ? t('documents:remarks.action_notes') : t('common:actions.edit')}
      </Button>
      {count.closed_period === null && (
        <DeleteRecord resource={stockCounts} id={count.id} name={count.number} act="void" label={t('counts.void')} />
      )}
    </>
  )
}
