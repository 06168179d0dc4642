import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { packageKind } from '#contract/imports/import-kinds.ts'
import { type ImportRecord, importCalls } from '#contract/imports/imports.ts'
import { request } from '../api/client.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { ColumnMapping } from './ColumnMapping.tsx'
import { ImportRows } from './ImportRows.tsx'
import { ImportState } from './ImportState.tsx'
import classes from './Imports.module.css'
import { MonthEndsReceipt } from './MonthEndsReceipt.tsx'
import { Outcome } from './Outcome.tsx'
import { PackageParts } from './PackageParts.tsx'
import { WordMeanings } from './WordMeanings.tsx'

const followed_ms = 800

/** One import: which column is which, what the rules say of each row, and the press that writes all of them. */
export function ImportPage() {
  const { t } = useTranslation('imports')
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const answer = useQuery({
    queryKey: [importCalls.read.path, 'record', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: ImportRecord }>(importCalls.read, { params: { id }, signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (isWorking(state.data) ? followed_ms : false),
  })
  const record = answer.data
  if (!record) return <LoadingPage of={answer} title={t('names.import.one')} list="/settings/import" />
  const isOpen =
    record.state === 'mapped' || record.state === 'checked' || (record.is_interrupted && record.state !== 'undoing')
  return (
    <>
      <PageHeader
        title={t('page.title', { kind: t(`kinds.${record.kind}`) })}
        detail={
          <span className={classes.facts}>
            <bdi>{record.file_name}</bdi>
            <ImportState state={record.state} />
          </span>
        }
      />
      <div className={classes.parts}>
        {isWorking(record) && <Working record={record} />}
        {record.is_interrupted && <p role="alert">{t('page.interrupted')}</p>}
        {record.refusal && <p role="alert">{record.refusal}</p>}
        {record.kind === packageKind ? (
          <>
            {!isWorking(record) && <Outcome record={record} />}
            {record.state === 'committed' && <MonthEndsReceipt id={record.id} />}
            <PackageParts record={record} />
          </>
        ) : (
          <File record={record} isOpen={isOpen} />
        )}
      </div>
    </>
  )
}

/** A file of one kind. A file of a package is corrected here, and imported with its package. */
function File({ record, isOpen }: { record: ImportRecord; isOpen: boolean }) {
  const { t } = useTranslation('imports')
  return (
    <>
      {record.package_id !== null && (
        <p className={classes.facts} role="note">
          {t('package.of_package')}
          <Link to={`/settings/import/${record.package_id}`} className="link">
            {t('package.to_package')}
          </Link>
        </p>
      )}
      {isOpen && <ColumnMapping key={record.version} record={record} />}
      {isOpen && !isWorking(record) && record.package_id === null && <WordMeanings record={record} />}
      {!isWorking(record) && <Outcome record={record} />}
      {!isWorking(record) && <ImportRows record={record} isOpen={isOpen} />}
    </>
  )
}

const isWorking = (record: ImportRecord | undefined): boolean =>
  record !== undefined && ['checking', 'committing', 'undoing'].includes(record.state) && !record.is_interrupted

function Working({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const cancel = useQuietMutation(importCalls.cancel, () => {})
  const { id, rows_done, rows_total, state } = record
  return (
    <section className={classes.part} aria-label={t(`states.${state}`)}>
      <Progress value={rows_total === 0 ? 0 : (rows_done * 100) / rows_total} aria-label={t(`states.${state}`)} />
      <div className={classes.facts} role="status">
        <span>{t('page.progress', { done: rows_done, total: rows_total })}</span>
        <Button
          variant="default"
          size="compact-sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { id } })}
        >
          {t('actions.cancel')}
        </Button>
      </div>
    </section>
  )
}
