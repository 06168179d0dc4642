import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import { addDays, addMonths, monthEnd, monthStart, type Range } from '#ledger/calendar/calendar.ts'
import { DayInput } from '../../ui/fields/DayInput.tsx'
import { today } from '../../ui/today.ts'
import { useReportScope } from './ReportScope.ts'

const presets = [
  ...(['year_to_date', 'this_month', 'last_month', 'this_quarter'] as const),
  ...(['last_quarter', 'this_year', 'last_year'] as const),
]
const ends = ['today', 'last_month', 'last_year'] as const

/** The days of a report: a usual stretch by its name, or any two days. A report of one moment asks for one day. */
export function RangeFilter({ period }: { period: Sheet['period'] | undefined }) {
  const { report, search, change } = useReportScope()
  const { t } = useTranslation('reports')
  const isMoment = !report.filters.includes('from')
  const from = search.from ?? period?.from ?? ''
  const to = search.to ?? period?.to ?? ''
  const names: readonly string[] = isMoment ? ends : presets
  const isChosen = (name: string) => (isMoment || presetOf(name).from === from) && presetOf(name).to === to
  // Before the first answer, such as while a customer is still to be chosen: the server takes the first preset, in its financial year.
  const chosen = to === '' ? names[0] : (names.find(isChosen) ?? null)
  return (
    <>
      <Select
        label={t('fields.report.period')}
        placeholder={to && t('presets.custom')}
        data={names.map((value) => ({ value, label: t(`presets.${value}`) }))}
        value={chosen}
        onChange={(name) => name && change(isMoment ? { to: presetOf(name).to } : presetOf(name))}
        allowDeselect={false}
      />
      {!isMoment && (
        <DayInput label={t('fields.report.from')} value={from} onChange={(day) => day && change({ from: day })} />
      )}
      <DayInput
        label={t(isMoment ? 'fields.report.at' : 'fields.report.to')}
        value={to}
        onChange={(day) => day && change({ to: day })}
      />
    </>
  )
}

function presetOf(name: string): Range {
  const day = today()
  const month = monthStart(day)
  const quarter = addMonths(month, -((Number(day.slice(5, 7)) - 1) % 3))
  const year = `${day.slice(0, 4)}-01-01`
  switch (name) {
    case 'this_month':
      return { from: month, to: monthEnd(day) }
    case 'last_month':
      return { from: addMonths(month, -1), to: addDays(month, -1) }
    case 'this_quarter':
      return { from: quarter, to: monthEnd(addMonths(quarter, 2)) }
    case 'last_quarter':
      return { from: addMonths(quarter, -3), to: addDays(quarter, -1) }
    case 'year_to_date':
      return { from: year, to: day }
    case 'this_year':
      return { from: year, to: monthEnd(addMonths(year, 11)) }
    case 'last_year':
      return { from: addMonths(year, -12), to: addDays(year, -1) }
    default:
      return { from: day, to: day }
  }
}
