import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ImportRecord, importCalls } from '#contract/imports/imports.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { Num } from '../ui/cells/Num.tsx'
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
      <span className={classes.hint}>
        {t('mapping.head_row')} <Num>{head_row}</Num>
      </span>
    </div>
  )
}
