import '@mantine/core/styles/Switch.layer.css'
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { duplicateRules, type ImportRecord, importCalls } from '#contract/imports/imports.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import classes from './Imports.module.css'
import { SheetChoice } from './SheetChoice.tsx'
import { UnusedColumns } from './UnusedColumns.tsx'

/** The column of the file for each of ours, the value of an empty cell, and the notation of numbers and dates. */
export function ColumnMapping({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const { id } = record
  const [mapping, setMapping] = useState(record.mapping)
  const [options, setOptions] = useState(record.options)
  const check = useQuietMutation(importCalls.check, () => {})
  const save = useQuietMutation(importCalls.map, () => check.mutate({ params: { id } }))
  const change = (column: string, part: Partial<ImportRecord['mapping'][number]>) =>
    setMapping((before) => before.map((one) => (one.column === column ? { ...one, ...part } : one)))
  const whereEmpty = ({ fallback, is_asked, choices }: ImportRecord['columns'][number], isMapped: boolean) =>
    fallback === null || (is_asked && isMapped)
      ? t('fields.import.fixed')
      : t('mapping.fallback', {
          value: choices.find(({ value }) => value === fallback)?.label ?? t(`choices.${fallback}`, fallback),
        })
  const places = [
    { value: '-1', label: t('mapping.none') },
    ...record.heads.map((head, index) => ({
      value: String(index),
      label: head || t('mapping.unnamed', { number: index + 1 }),
    })),
  ]
  return (
    <details className={classes.part} open={record.rows_done === 0}>
      <summary className={classes.summary}>{t('fields.import.mapping')}</summary>
      <SheetChoice record={record} />
      <p className={classes.hint}>{t(record.is_remembered ? 'mapping.remembered' : 'mapping.hint')}</p>
      <UnusedColumns record={record} mapping={mapping} />
      <div className={classes.mapping}>
        {record.columns.map((column) => {
          const own = mapping.find((one) => one.column === column.key)
          const source = own?.source ?? -1
          return (
            <fieldset key={column.key} className={classes.column}>
              <legend>
                {column.label}
                {column.is_required && <span className={classes.required}> *</span>}
              </legend>
              <NativeSelect
                aria-label={t('mapping.source_of', { column: column.label })}
                data={places}
                value={String(source)}
                onChange={(event) => change(column.key, { source: Number(event.currentTarget.value) })}
              />
              <TextInput
                aria-label={t('mapping.fixed_of', { column: column.label })}
                placeholder={whereEmpty(column, source >= 0)}
                value={own?.fixed ?? ''}
                onChange={(event) => change(column.key, { fixed: event.currentTarget.value })}
              />
              <Example sample={record.sample} source={source} />
            </fieldset>
          )
        })}
      </div>
      <Options kind={record.kind} options={options} onChange={setOptions} />
      <div className={classes.facts}>
        <Button
          loading={save.isPending || check.isPending}
          onClick={() => save.mutate({ params: { id }, body: { mapping, options } })}
        >
          {t('actions.check')}
        </Button>
      </div>
    </details>
  )
}

/** The first value of the column, if the first rows have one. */
function Example({ sample, source }: { sample: ImportRecord['sample']; source: number }) {
  const value = sample.find((row) => row[source])?.[source]
  return (
    value && (
      <span className={classes.example}>
        <bdi>{value}</bdi>
      </span>
    )
  )
}

/** What an import of a kind may create as well, by its words. */
const createLabels: Readonly<Record<string, string>> = {
  products: 'create_missing',
  invoices: 'create_missing_items',
  bills: 'create_missing_items',
}

type Options = ImportRecord['options']
type OptionsProps = { kind: string; options: Options; onChange: (options: Options) => void }

function Options({ kind, options, onChange }: OptionsProps) {
  const { t } = useTranslation('imports')
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  const select = (name: 'duplicates' | 'day_order' | 'decimal_mark', data: { value: string; label: string }[]) => (
    <NativeSelect
      label={t(`fields.import.${name}`)}
      data={data}
      value={options[name]}
      onChange={(event) => onChange({ ...options, [name]: event.currentTarget.value })}
    />
  )
  return (
    <div className={classes.options}>
      {select('duplicates', choices('duplicates', duplicateRules))}
      {select('day_order', choices('day_order', ['dmy', 'mdy']))}
      {select('decimal_mark', [
        { value: '.', label: '1,234.56' },
        { value: ',', label: '1.234,56' },
      ])}
      {createLabels[kind] && (
        <Switch
          label={t(`fields.import.${createLabels[kind]}`)}
          checked={options.create_missing}
          onChange={(event) => onChange({ ...options, create_missing: event.currentTarget.checked })}
        />
      )}
    </div>
  )
}
