import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { renderChoice } from '../../ui/fields/ChoiceLine.tsx'
import { useChoices } from '../../ui/fields/useChoices.ts'
import { matchFolded } from '../../ui/values/matchFolded.ts'
import classes from '../Report.module.css'
import { isRequiredFilter, missingFilter, useReportScope } from './ReportScope.ts'

type OneFilterProps = { name: string; call: Call; subject: Sheet['subject'] | undefined }
/** The one customer, supplier or product that a report speaks of; searched by the server where there are thousands. */
export function OneFilter({ name, call, subject }: OneFilterProps) {
  const { t } = useTranslation(['reports', 'common'])
  const { report, search, change } = useReportScope()
  const isOptional = !isRequiredFilter(report, name)
  const chosen = search[name] && subject?.name ? { ...subject, id: Number(search[name]), name: subject.name } : null
  const { choices, setSearch } = useChoices(call, chosen)
  // Nothing is shown before its subject is chosen: the page begins there.
  const [begins] = useState(() => missingFilter(report, search) === name)
  return (
    <Select
      className={classes.broad}
      autoFocus={begins}
      openOnFocus={false}
      label={t(`fields.report.${name}`)}
      data={choices}
      value={search[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined })}
      {...(isOptional && { placeholder: t('common:list.any'), clearable: true })}
      clearButtonProps={{ 'aria-label': t('common:actions.clear') }}
      searchable
      onSearchChange={setSearch}
      filter={matchFolded}
      renderOption={renderChoice}
      limit={100}
      nothingFoundMessage={t('common:nothing_found')}
    />
  )
}
