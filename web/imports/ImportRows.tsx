import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ImportRecord, type ImportRowAnswer, importCalls } from '#contract/imports/imports.ts'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import { request } from '../api/client.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { ImportRow } from './ImportRow.tsx'
import classes from './Imports.module.css'

const pageSize = 100
const shownOutcomes = ['all', 'refused', 'new', 'changed', 'skipped'] as const

/** The rows of the file, each cell with its findings, and editable. */
export function ImportRows({ record, isOpen }: { record: ImportRecord; isOpen: boolean }) {
  const { t } = useTranslation('imports')
  const [outcome, setOutcome] = useState<string>(record.rows_refused > 0 ? 'refused' : 'all')
  const [page, setPage] = useState(1)
  const query = { page, per_page: pageSize, ...(outcome !== 'all' && { outcome }) }
  const rows = useQuery({
    queryKey: [importCalls.rows.path, 'list', record.id, record.version, record.state, query],
    queryFn: ({ signal }) =>
      request<ListAnswer<ImportRowAnswer>>(importCalls.rows, { params: { id: record.id }, query, signal }),
    placeholderData: keepPreviousData,
  })
  const total = rows.data?.meta.total ?? 0
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return (
    <section className={classes.part} aria-label={t('page.rows')}>
      <div className={classes.facts}>
        <SegmentedControl
          size="xs"
          data={shownOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
          value={outcome}
          onChange={(value) => {
            setOutcome(value)
            setPage(1)
          }}
        />
        {pages > 1 && (
          <span className={classes.pager}>
            <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {t('actions.previous')}
            </Button>
            <Num>{`${page} / ${pages}`}</Num>
            <Button variant="default" size="compact-sm" disabled={page === pages} onClick={() => setPage(page + 1)}>
              {t('actions.next')}
            </Button>
          </span>
        )}
      </div>
      {rows.error && !rows.data ? (
        <FailedState error={rows.error} onRetry={() => void rows.refetch()} />
      ) : !rows.data ? (
        <LoadingState />
      ) : total === 0 ? (
        <p className={classes.hint}>{t('page.none')}</p>
      ) : (
        <div className={classes.scroll}>
          <table className={classes.grid}>
            <thead>
              <tr>
                <th scope="col">{t('fields.import.row_number')}</th>
                {record.heads.map((head, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have no other name
                  <th key={index} scope="col">
                    <bdi>{head}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.data.data.map((row) => (
                <ImportRow key={row.row_number} record={record} row={row} isOpen={isOpen} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
