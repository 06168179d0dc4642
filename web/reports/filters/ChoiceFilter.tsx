import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useReportScope } from './ReportScope.ts'

type ChoiceFilterProps = { name: string; choices: readonly string[]; className?: string | undefined }

/** A filter of a few fixed values, with the default of the contract. */
export function ChoiceFilter({ name, choices, className }: ChoiceFilterProps) {
  const { t } = useTranslation('reports')
  const { search, change } = useReportScope()
  const usual = choices.includes('all') ? 'all' : 'none'
  return (
    <Select
      {...(className && { className })}
      label={t(`fields.report.${name}`)}
      data={choices.map((value) => ({ value, label: t(`choices.${name}.${value}`) }))}
      value={search[name] ?? usual}
      onChange={(value) => change({ [name]: value === usual ? undefined : (value ?? undefined) })}
      allowDeselect={false}
    />
  )
}
