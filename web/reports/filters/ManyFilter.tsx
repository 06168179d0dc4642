import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { branches } from '#contract/organization.ts'
import { openParts } from '#contract/reports/filters.ts'
import { allBoxes } from '#ledger/statements/vat-return.ts'
import { useOptions } from '../../api/options.ts'
import { optionsOf } from '../../api/optionsOf.ts'
import { localName } from '../../i18n/localName.ts'
import classes from '../Report.module.css'
import { useReportScope } from './ReportScope.ts'

type Choice = { value: string; label: string }

/** A user with one branch is not asked for it. */
export function BranchesFilter() {
  const { data = [] } = useOptions(optionsOf(branches))
  return <ManyFilter name="branch_id" choices={data.map((row) => ({ value: String(row.id), label: localName(row) }))} />
}

export function CostCentersFilter() {
  const { data = [] } = useOptions(chartCalls.costCenterOptions)
  const choices = data.map((row) => ({ value: String(row.id), label: `${row.number} ${localName(row)}` }))
  return <ManyFilter name="cost_center_id" choices={choices} />
}

/** Which boxes: what a figure of the return opened can be widened again. */
export function BoxesFilter() {
  const { t } = useTranslation('reports')
  const choices = allBoxes.map((box) => ({
    value: box,
    label: `${box} ${t(`boxes.${box}`)}`,
  }))
  return <ManyFilter name="box" choices={choices} className={classes.broad} />
}

/** At least this many days overdue, or advances. */
export function AgesFilter() {
  const { t } = useTranslation('reports')
  const choices = openParts.map((value) => ({ value, label: t(`columns.${value}`) }))
  return <ManyFilter name="age" choices={choices} className={classes.broad} />
}

type ManyFilterProps = { name: string; choices: Choice[]; className?: string | undefined }
function ManyFilter({ name, choices, className }: ManyFilterProps) {
  const { t } = useTranslation(['reports', 'common'])
  const { search, change } = useReportScope()
  if (choices.length < 2) return null
  // A screen reader reads each selected value with the button that removes it.
  const room = className ?? (search[name] ? classes.middle : undefined)
  return (
    <MultiSelect
      {...(room && { className: room })}
      classNames={{ inputField: classes.typed }}
      label={t(`fields.report.${name}`)}
      data={choices}
      value={search[name]?.split(',') ?? []}
      onChange={(values) => change({ [name]: values.join(',') || undefined })}
      placeholder={search[name] ? undefined : t('common:list.any')}
      searchable
      clearable
      nothingFoundMessage={t('common:nothing_found')}
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
    />
  )
}
