import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from '../ui/list/selection/Selection.module.css'
import { errorOf, type ManyAct, type ManyResult, type ManyRow } from './manyActs.ts'

type ManyDialogProps = {
  act: ManyAct
  rows: readonly ManyRow[]
  nameOf: (row: ManyRow) => string
  onClose: () => void
}

/** Does an act for each marked row, one after the other. One that fails is named; the others are done. */
export function ManyDialog({ act, rows, nameOf, onClose }: ManyDialogProps) {
  const { t } = useTranslation('common')
  const client = useQueryClient()
  const [results, setResults] = useState<readonly ManyResult[]>([])
  const [stage, setStage] = useState<'asking' | 'running' | 'done'>('asking')
  const [fileError, setFileError] = useState('')
  // The rows as they were marked: a draft that was deleted leaves the list while the others are under way.
  const [wanted] = useState(() => rows.filter((row) => act.isFor?.(row) ?? true))
  const run = useSingleFlight(async () => {
    setStage('running')
    const made: ManyResult[] = []
    for (const row of wanted) {
      const error = act.each ? await act.each(row).then(() => null, errorOf) : null
      made.push({ id: row.id, error })
      setResults([...made])
    }
    const done = made.filter(({ error }) => error === null).map(({ id }) => id)
    if (act.file && done.length > 0) await act.file(done).catch((error) => setFileError(errorOf(error)))
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'options' })
    setStage('done')
  })
  return (
    <Modal
      opened
      onClose={stage === 'running' ? () => {} : onClose}
      title={t(`selection.acts.${act.name}`)}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      {stage === 'asking' ? (
        <>
          <p>{t(`selection.asks.${act.name}`, { number: wanted.length })}</p>
          {act.notice?.(wanted)}
          <Button color={act.name === 'remove' ? 'red.9' : undefined} onClick={() => void run()}>
            {t(`selection.acts.${act.name}`)}
          </Button>
        </>
      ) : (
        <>
          <p role="status">{t('selection.progress', { done: results.length, number: wanted.length })}</p>
          <Results rows={wanted} results={results} nameOf={nameOf} />
          {fileError && <p role="alert">{fileError}</p>}
          {stage === 'done' && <Button onClick={onClose}>{t('actions.close')}</Button>}
        </>
      )}
    </Modal>
  )
}

type ResultsProps = Pick<ManyDialogProps, 'rows' | 'nameOf'> & { results: readonly ManyResult[] }

/** What failed first, with its reason. */
function Results({ rows, results, nameOf }: ResultsProps) {
  const { t } = useTranslation('common')
  const named = new Map(rows.map((row) => [row.id, nameOf(row)]))
  const failed = results.filter(({ error }) => error !== null)
  const done = results.length - failed.length
  return (
    <ul className={classes.results}>
      {failed.map(({ id, error }) => (
        <li key={id} data-failed>
          <Num>{named.get(id)}</Num> <bdi>{error}</bdi>
        </li>
      ))}
      {done > 0 && <li>{t('selection.done', { number: done })}</li>}
    </ul>
  )
}
