import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportWords } from '#contract/imports/import-words.ts'
import { type ImportRecord, importCalls } from '#contract/imports/imports.ts'
import { request } from '../api/client.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import classes from './Imports.module.css'

/** The meanings of words of the earlier system: types, units, taxes, accounts. They are remembered with the mapping. */
export function WordMeanings({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const [isOpen, setIsOpen] = useState(false)
  const answer = useQuery({
    queryKey: [importCalls.words.path, 'item', record.id, record.version],
    queryFn: async ({ signal }) =>
      (await request<{ data: ImportWords }>(importCalls.words, { params: { id: record.id }, signal })).data,
    staleTime: 0,
  })
  const columns = answer.data?.columns ?? []
  const unknown = columns.flatMap(({ words }) => words).filter(({ is_known }) => !is_known).length
  if (answer.data && columns.length === 0) return null
  return (
    <details
      className={classes.part}
      open={isOpen || unknown > 0}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        {t('words.title')}{' '}
        {unknown > 0 && <span className={classes.required}>{t('words.unknown', { number: unknown })}</span>}
      </summary>
      <p className={classes.hint}>{t('words.hint')}</p>
      {answer.error && !answer.data ? (
        <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <LoadingState />
      ) : (
        <Words key={record.version} record={record} columns={columns} />
      )}
    </details>
  )
}

type WordsProps = { record: ImportRecord; columns: ImportWords['columns'] }
const keyOf = (column: string, from: string) => `${column}\n${from}`

function Words({ record, columns }: WordsProps) {
  const { t } = useTranslation('imports')
  const { id } = record
  const [meant, setMeant] = useState<ReadonlyMap<string, string>>(new Map())
  const check = useQuietMutation(importCalls.check, () => {})
  const save = useQuietMutation(importCalls.map, () => check.mutate({ params: { id } }))
  const submit = () => {
    const shown = columns.flatMap(({ column, words }) =>
      words.map(({ from, to }) => ({ column, from, to: meant.get(keyOf(column, from)) ?? to ?? '' })),
    )
    const others = record.values.filter(
      (one) => !shown.some(({ column, from }) => column === one.column && from === one.from),
    )
    save.mutate({ params: { id }, body: { values: [...others, ...shown.filter(({ to }) => to !== '')] } })
  }
  return (
    <>
      <div className={classes.words}>
        {columns.map((column) => (
          <fieldset key={column.column} className={classes.column}>
            <legend>{column.label}</legend>
            {column.words.map((word) => (
              <Word
                key={word.from}
                column={column}
                word={word}
                value={meant.get(keyOf(column.column, word.from)) ?? word.to ?? ''}
                onChange={(to) => setMeant(new Map(meant).set(keyOf(column.column, word.from), to))}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <div className={classes.facts}>
        <Button loading={save.isPending || check.isPending} onClick={submit}>
          {t('words.save')}
        </Button>
      </div>
    </>
  )
}

type Column = ImportWords['columns'][number]
type WordProps = { column: Column; word: Column['words'][number]; value: string; onChange: (to: string) => void }

function Word({ column, word, value, onChange }: WordProps) {
  const { t } = useTranslation('imports')
  const label = t('words.meaning_of', { word: word.from })
  const understood = column.choices.find(({ value: one }) => one === word.means)?.label
  const asItIs = !word.is_known
    ? t('words.choose')
    : understood
      ? t('words.understood', { meaning: understood })
      : t('words.as_is')
  return (
    <div className={classes.word} data-unknown={!word.is_known || undefined}>
      <span>
        <bdi>{word.from}</bdi> <Num>{`×${word.count}`}</Num>
      </span>
      {column.choices.length > 0 ? (
        <NativeSelect
          aria-label={label}
          data={[{ value: '', label: asItIs }, ...column.choices]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          aria-label={label}
          placeholder={t('words.name')}
          value={value}
          error={value !== '' && value === word.to && !word.is_known}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
