import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReportName, reportPath, reportPermission } from '#contract/reports/report-index.ts'
import IconReport from '~icons/tabler/list-details'
import { useCan } from '../api/useCan.ts'

type ReportRowLinkProps = { report: ReportName; search: Record<string, string>; label: string }

/** From a row of a list to its report, for permitted users. */
export function ReportRowLink({ report, search, label }: ReportRowLinkProps) {
  const can = useCan()
  if (!can(reportPermission(report))) return null
  return (
    <ActionIcon
      renderRoot={(props) => <Link {...props} to={reportPath(report)} search={search} preload={false} />}
      aria-label={label}
      title={label}
    >
      <IconReport aria-hidden />
    </ActionIcon>
  )
}
