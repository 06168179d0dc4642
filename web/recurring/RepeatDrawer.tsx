import { useTranslation } from 'react-i18next'
import { type Recurring, type RecurringKindName, recurringCalls } from '#contract/schedules/recurring.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { today } from '../ui/today.ts'
import type { RepeatSource } from './RepeatButton.tsx'
import { ScheduleFields } from './ScheduleFields.tsx'

type RepeatDrawerProps = { kind: RecurringKindName; source: RepeatSource; onClose: () => void }

/** A new repetition of a document. */
export function RepeatDrawer({ kind, source, onClose }: RepeatDrawerProps) {
  const { t } = useTranslation('recurring')
  return (
    <ActionDrawer
      title={t('new', { number: source.number })}
      call={recurringCalls[kind].create}
      params={{}}
      values={{
        unit: 'month',
        every: '1',
        start_date: today(),
        is_month_end: false,
        until_date: '',
        count_max: '',
        save_as: 'draft',
        due_days: String(source.due_days),
      }}
      toBody={(values) => ({ ...values, source_id: source.id })}
      saveLabel={t('actions.create')}
      onClose={onClose}
    >
      <ScheduleFields kind={kind} first={0} />
    </ActionDrawer>
  )
}

/** Other days, or another end, of one that is there. */
export function EditRepetition({ row, onClose }: { row: Recurring; onClose: () => void }) {
  const { t } = useTranslation('recurring')
  const { unit, every, start_date, is_month_end, until_date, count_max, save_as, due_days } = row
  return (
    <ActionDrawer
      title={t('new', { number: row.source_number ?? '' })}
      call={recurringCalls[row.kind].update}
      params={{ id: row.id }}
      values={{
        unit,
        every: String(every),
        start_date,
        is_month_end,
        until_date: until_date ?? '',
        count_max: count_max === null ? '' : String(count_max),
        save_as,
        due_days: String(due_days),
      }}
      saveLabel={t('actions.save')}
      onClose={onClose}
    >
      <ScheduleFields kind={row.kind} first={row.next_number} />
    </ActionDrawer>
  )
}
