import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ImportRecord, importCalls } from '#contract/imports/imports.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { longDay } from '../i18n/longDay.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Imports.module.css'

/** What to compare before the import: the sums of both sides, and how a day was read that either order could mean. */
export function ImportChecks({ record }: { record: ImportRecord }) {
  const { t } = useTranslation('imports')
  const { id, doubtful_day, sums, options } = record
  const check = useQuietMutation(importCalls.check, () => {})
  const save = useQuietMutation(importCalls.map, () => check.mutate({ params: { id } }))
  const language = currentLanguage()
  const labelOf = (column: string) => record.columns.find(({ key }) => key === column)?.label ?? column
  return (
    <>
      {sums.length > 0 && (
        <p className={classes.facts}>
          <span className={classes.hint}>{t('checks.sums')}</span>
          {sums.map(({ column, amount }) => (
            <span key={column}>
              {labelOf(column)} <Num>{formatNumber(amount, 2)}</Num>
            </span>
          ))}
        </p>
      )}
      {doubtful_day && (
        <div className={classes.facts}>
          <span>{t('checks.doubtful_day', { written: doubtful_day.written })}</span>
          <SegmentedControl
            size="xs"
            aria-label={t('fields.import.day_order')}
            data={(['dmy', 'mdy'] as const).map((value) => ({ value, label: longDay(doubtful_day[value], language) }))}
            value={options.day_order}
            disabled={save.isPending || check.isPending}
            onChange={(day_order) =>
              save.mutate({ params: { id }, body: { options: { ...options, day_order }, version: record.version } })
            }
          />
        </div>
      )}
    </>
  )
}
