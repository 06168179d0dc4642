import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockCounts } from '#contract/counts.ts'
import type { Resource } from '#contract/kit/resource.ts'
import { decimal } from '#ledger/money.ts'
import IconEdit from '~icons/tabler/pencil'
import IconVoid from '~icons/tabler/trash'
import type { RecordOf } from '../api/resource.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { formatNumber, formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { StatusDot } from '../kit/cells/StatusDot.tsx'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import { PrintFrame } from '../paper/PrintFrame.tsx'
import { localName } from '../words/localName.ts'
import classes from './Counts.module.css'
import { CountTotals } from './CountTotals.tsx'
import { countsPath } from './countsPath.ts'

const ConfirmDelete = lazy(async () => ({ default: (await import('../kit/ConfirmDelete.tsx')).ConfirmDelete }))
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
        title={`${t('names.stock_count.one')} ${count.number}`}
        onBack={() => void navigate({ to: countsPath })}
        actions={count.status === 'posted' && <CountActions count={count} />}
      >
        <dl className={classes.facts}>
          <dt>{t('fields.stock_count.number')}</dt>
          <dd>
            <Num>{count.number}</Num>
          </dd>
          <dt>{t('fields.stock_count.count_date')}</dt>
          <dd>
            <Num>{count.count_date}</Num>
          </dd>
          <dt>{t('fields.stock_count.branch')}</dt>
          <dd>
            <bdi>{localName(count.branch)}</bdi>
          </dd>
          <dt>{t('fields.stock_count.origin')}</dt>
          <dd>
            {t(`counts.origins.${count.origin}`)} <StatusDot status={count.status} />
          </dd>
        </dl>
        {count.notes && <p className={classes.notes}>{count.notes}</p>}
        <CountedLines count={count} />
        <CountTotals values={count.lines.map((line) => decimal(line.value))} />
      </PrintFrame>
      <RecordHistory name="stock_count" id={count.id} />
    </>
  )
}

function CountActions({ count }: { count: Count }) {
  const { t } = useTranslation(['catalog', 'common'])
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEdit aria-hidden />}
        onClick={() => void navigate({ to: `${countsPath}/${count.id}` })}
      >
        {t('common:actions.edit')}
      </Button>
      <Button variant="default" leftSection={<IconVoid aria-hidden />} onClick={() => setRemoving(true)}>
        {t('counts.void')}
      </Button>
      <Suspense>
        {removing && (
          <ConfirmDelete
            resource={stockCounts as unknown as Resource}
            id={count.id}
            name={count.number}
            onClose={() => setRemoving(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function CountedLines({ count }: { count: Count }) {
  const { t } = useTranslation('catalog')
  const figures = ['book_quantity', 'counted', 'difference', 'value'] as const
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('fields.stock_count.name')}</th>
          <th scope="col">{t('fields.stock_count.unit')}</th>
          {figures.map((name) => (
            <th key={name} scope="col" className={classes.figures}>
              {t(`fields.stock_count.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {count.lines.map((line) => (
          <tr key={line.line_number} data-differs={line.difference !== 0 || undefined}>
            <td>
              <bdi>{localName(line)}</bdi> <Num>{line.code}</Num>
            </td>
            <td>
              <bdi>{line.unit}</bdi>
            </td>
            {figures.map((name) => (
              <td key={name} className={classes.figures}>
                <Num>{name === 'value' ? formatNumber(line.value) : formatPlain(line[name])}</Num>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
