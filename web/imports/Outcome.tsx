import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { packageKind } from '#contract/imports/import-kinds.ts'
import { type ImportRecord, importCalls } from '#contract/imports/imports.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { whenWritten } from '../api/whenWritten.ts'
import { Num } from '../ui/cells/Num.tsx'
import { ImportChecks } from './ImportChecks.tsx'
import classes from './Imports.module.css'
import { ReadColumns } from './ReadColumns.tsx'
import { RowNotes } from './RowNotes.tsx'
import { rowFigures } from './rowFigures.ts'

/** The counts of the last run, and the next step. */
export function Outcome({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const { id, state, version } = record
  const commit = useQuietMutation(importCalls.commit, () => {})
  const check = useQuietMutation(importCalls.check, () => {})
  const undo = useQuietMutation(importCalls.undo, () => {})
  const client = useQueryClient()
  // A cell that loses the focus by this press is saved first, which makes a new version. A check writes nothing, so it names none.
  const checkAgain = async () => {
    await whenWritten(client)
    check.mutate({ params: { id }, body: {} })
  }
  const isPart = record.package_id !== null
  const isClean = state === 'checked' && record.rows_refused === 0 && !isPart
  // The columns of a package are those of its files: it can be checked or written at once.
  const isNew = record.kind === packageKind && state === 'mapped' && record.rows_done === 0
  const outcome = record.rows_refused === 0 ? 'clean' : 'refused'
  const hint = isNew
    ? 'package'
    : state === 'checked'
      ? outcome
      : state === 'mapped' && record.rows_done > 0
        ? 'changed'
        : state
  return (
    <section className={classes.part} aria-label={t('page.outcome')}>
      {record.rows_done > 0 && <Counts record={record} />}
      {record.kind !== packageKind && <ReadColumns record={record} />}
      <RowNotes notes={record.notes} />
      <ImportChecks record={record} />
      <div className={classes.facts}>
        {isNew && (
          <Button variant="default" loading={check.isPending} onClick={() => void checkAgain()}>
            {t('actions.check')}
          </Button>
        )}
        {(isClean || isNew) && (
          <Button loading={commit.isPending} onClick={() => commit.mutate({ params: { id }, body: { version } })}>
            {t('actions.commit')}
          </Button>
        )}
        {((state === 'mapped' && record.rows_done > 0) || hint === 'refused') && !isPart && (
          <Button loading={check.isPending} onClick={() => void checkAgain()}>
            {t('actions.check_again')}
          </Button>
        )}
        {(state === 'committed' || (state === 'undoing' && record.is_interrupted)) && !isPart && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ params: { id }, body: { version } })}
          >
            {t('actions.undo')}
          </Button>
        )}
        {/* After the buttons: its text changes when a cell is saved, and a button that moves between press and release loses the click. */}
        <span role="status">{t(`hints.${hint}`)}</span>
      </div>
    </section>
  )
}

function Counts({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  return (
    <dl className={classes.figures}>
      {rowFigures.map((name) => (
        <div key={name} data-bad={(name === 'rows_refused' && record[name] > 0) || undefined}>
          <dt>{t(`fields.import.${name}`)}</dt>
          <dd>
            <Num>{record[name]}</Num>
          </dd>
        </div>
      ))}
    </dl>
  )
}
