import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { useSingleFlight } from '../../api/useSingleFlight.ts'
import { Num } from '../../ui/cells/Num.tsx'
import classes from '../../ui/list/selection/Selection.module.css'
import { actOn, errorOf, type ManyAct, type ManyResult, type ManyRow, takeAway } from './acts.ts'
import { WithoutEmail } from './WithoutEmail.tsx'

type ManyDialogProps = { side: Side; act: ManyAct; rows: readonly ManyRow[]; onClose: () => void }

/** Does an act for each marked document, one after the other. One that fails is named; the others are done. */
export function ManyDialog({ side, act, rows, onClose }: ManyDialogProps) {
  const { t } = useTranslation('common')
  const client = useQueryClient()
  const [results, setResults] = useState<readonly ManyResult[]>([])
  const [stage, setStage] = useState<'asking' | 'running' | 'done'>('asking')
  const [fileError, setFileError] = useState('')
  const wanted = act === 'confirm' ? rows.filter(({ status }) => status === 'draft') : rows
  const run = useSingleFlight(async () => {
    setStage('running')
    const made: ManyResult[] = []
    for (const row of wanted) {
      const error = await actOn(side, act, row).then(() => null, errorOf)
      made.push({ id: row.id, error })
      setResults([...made])
    }
    const done = made.filter(({ error }) => error === null).map(({ id }) => id)
    if (act === 'print' || act === 'export')
      await takeAway(side, act, done).catch((error) => setFileError(errorOf(error)))
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'options' })
    setStage('done')
  })
  return (
    <Modal
      opened
      onClose={stage === 'running' ? () => {} : onClose}
      title={t(`selection.acts.${act}`)}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      {stage === 'asking' ? (
        <>
          <p>{t(`selection.asks.${act}`, { number: wanted.length })}</p>
          {act === 'send' && side.document !== 'bill' && <WithoutEmail side={side} rows={wanted} />}
          <Button onClick={() => void run()}>{t(`selection.acts.${act}`)}</Button>
        </>
      ) : (
        <>
          <p role="status">{t('selection.progress', { done: results.length, number: wanted.length })}</p>
          <Results side={side} rows={wanted} results={results} />
          {fileError && <p role="alert">{fileError}</p>}
          {stage === 'done' && <Button onClick={onClose}>{t('actions.close')}</Button>}
        </>
      )}
    </Modal>
  )
}

type ResultsProps = { side: Side; rows: readonly ManyRow[]; results: readonly ManyResult[] }

/** The first failure, with its reason. */
function Results({ side, rows, results }: ResultsProps) {
  const { t } = useTranslation('common')
  const named = new Map(rows.map((row) => [row.id, String(row[side.numberField] ?? row.id)]))
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
