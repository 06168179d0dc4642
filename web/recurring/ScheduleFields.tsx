import { useTranslation } from 'react-i18next'
import { previewedOccurrences, type RecurringKindName, recurringSaves } from '#contract/schedules/recurring.ts'
import { nextOccurrences, type Recurrence, recurrenceUnits } from '#ledger/calendar/recurrence.ts'
import { Num } from '../ui/cells/Num.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { today } from '../ui/today.ts'
import { parseDate } from '../ui/values/parseDate.ts'
import classes from './Recurring.module.css'

/** How often, from when, until when; and the days that follow from it. */
export function ScheduleFields({ kind, first }: { kind: RecurringKindName; first: number }) {
  const { t } = useTranslation('recurring')
  const { form } = useFormScope()
  const unit = useWatched(form, 'unit')
  const choices = (group: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`${group}.${value}`) }))
  return (
    <>
      <LtrTextField name="every" inputMode="numeric" />
      <ChoiceField name="unit" choices={choices('units', recurrenceUnits)} />
      <DateField name="start_date" />
      {unit === 'month' && <SwitchField name="is_month_end" />}
      <DateField name="until_date" />
      <LtrTextField name="count_max" inputMode="numeric" description={t('end_hint')} />
      <ChoiceField name="save_as" choices={choices('saves', recurringSaves)} />
      {kind !== 'journal_entry' && (
        <LtrTextField
          name="due_days"
          inputMode="numeric"
          description={t(kind === 'purchase_order' ? 'wanted_hint' : 'due_hint')}
        />
      )}
      <Preview first={first} />
    </>
  )
}

function Preview({ first }: { first: number }) {
  const { t } = useTranslation('recurring')
  const { form } = useFormScope()
  const [unit, every, start_date, is_month_end, until_date, count_max] = [
    useWatched(form, 'unit'),
    useWatched(form, 'every'),
    useWatched(form, 'start_date'),
    useWatched(form, 'is_month_end'),
    useWatched(form, 'until_date'),
    useWatched(form, 'count_max'),
  ]
  const typed = { unit, every: whole(every), start_date, until_date, count_max: whole(count_max) }
  const recurrence = parseDate(start_date, today()) && typed.every && recurrenceOf(typed, is_month_end === 'true')
  const days = recurrence ? nextOccurrences(recurrence, first, previewedOccurrences) : []
  return (
    <section className={classes.preview} aria-live="polite">
      <h3>{t('preview')}</h3>
      {days.length === 0 ? (
        <p>{t('none_next')}</p>
      ) : (
        <ol>
          {days.map(({ number, day }) => (
            <li key={number}>
              <Num>{day}</Num>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

type Typed = { unit: string; every: number | null; start_date: string; until_date: string; count_max: number | null }

const recurrenceOf = (typed: Typed, is_month_end: boolean): Recurrence => ({
  unit: typed.unit as Recurrence['unit'],
  every: typed.every ?? 1,
  start_date: typed.start_date,
  is_month_end,
  until_date: parseDate(typed.until_date, today()) ? typed.until_date : null,
  count_max: typed.count_max,
})

const whole = (typed: string): number | null => (/^[1-9][0-9]{0,3}$/.test(typed) ? Number(typed) : null)
