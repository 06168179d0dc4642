import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldDigits } from '#contract/fields/clean-text.ts'
import { type ImportRecord, importCalls } from '#contract/imports/imports.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import classes from './Imports.module.css'

/** The row of the headings, and the sheet of a workbook that is read. */
export function SheetChoice({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const { id, sheet, sheets, head_row, version } = record
  const choose = useQuietMutation(importCalls.chooseSheet, () => {})
  return (
    <div className={classes.options}>
      {sheets.length > 1 && sheet !== null && (
        <NativeSelect
          label={t('fields.import.sheet')}
          data={sheets}
          value={sheet}
          disabled={choose.isPending}
          onChange={({ currentTarget }) =>
            choose.mutate({ params: { id }, body: { sheet: currentTarget.value, version } })
          }
        />
      )}
      <HeadRow key={head_row} record={record} />
    </div>
  )
}

/** The row of the heads; another one is read when it is typed. */
function HeadRow({ record: { id, head_row, version } }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const [row, setRow] = useState(String(head_row))
  const choose = useQuietMutation(importCalls.chooseHeads, () => {})
  const save = () => {
    if (Number(row) > 0 && Number(row) !== head_row)
      choose.mutate({ params: { id }, body: { head_row: Number(row), version } })
  }
  return (
    <TextInput
      label={t('mapping.head_row')}
      value={row}
      onChange={(event) => setRow(foldDigits(event.currentTarget.value))}
      onBlur={save}
      onKeyDown={({ key }) => key === 'Enter' && save()}
      inputMode="numeric"
      disabled={choose.isPending}
      dir="ltr"
    />
  )
}
