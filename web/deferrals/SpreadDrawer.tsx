import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { deferralCalls } from '#contract/documents/deferrals.ts'
import { type SpreadPart, spreadMonthsMaximum, spreadParts } from '#ledger/spread.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { today } from '../ui/today.ts'
import { parseDate } from '../ui/values/parseDate.ts'
import classes from './Deferrals.module.css'

export type SpreadableItem = {
  line_number: number
  item_name: string
  item_name_en: string | null
  net: number
  discount_share: number
}
type SpreadDrawerProps = {
  kind: 'invoice' | 'bill'
  id: number
  items: readonly SpreadableItem[]
  onClose: () => void
}

/** Spreads a row of a document that is posted already: for so many months, or until a day. */
export function SpreadDrawer({ kind, id, items, onClose }: SpreadDrawerProps) {
  const { t } = useTranslation('deferrals')
  const can = useCan()
  const rows = items.map(({ line_number, item_name, item_name_en }) => ({
    value: String(line_number),
    label: `${line_number} · ${localName({ name: item_name, name_en: item_name_en })}`,
  }))
  return (
    <ActionDrawer
      title={t('spread_title')}
      call={deferralCalls[kind].create}
      params={{ id }}
      values={{
        line_number: rows[0]?.value ?? '',
        spread_from: today(),
        ends: 'months',
        spread_months: '12',
        spread_to: '',
        spread_account_id: '',
        date: '',
      }}
      toBody={({ ends, spread_months, spread_to, ...values }) => ({
        ...values,
        spread_months: ends === 'months' ? spread_months : '',
        spread_to: ends === 'day' ? spread_to : '',
      })}
      saveLabel={t('actions.save')}
      onClose={onClose}
    >
      <ChoiceField name="line_number" choices={rows} />
      <DateField name="spread_from" />
      <Ends />
      {can(...chartCalls.accountOptions.admission) && (
        <SelectField name="spread_account_id" call={chartCalls.accountOptions} />
      )}
      <DateField name="date" />
      <Preview items={items} />
    </ActionDrawer>
  )
}

function Ends() {
  const { t } = useTranslation('deferrals')
  const { form } = useFormScope()
  const ends = useWatched(form, 'ends')
  return (
    <>
      <ChoiceField
        name="ends"
        choices={[
          { value: 'months', label: t('end_months') },
          { value: 'day', label: t('end_day') },
        ]}
      />
      {ends === 'months' ? <LtrTextField name="spread_months" inputMode="numeric" /> : <DateField name="spread_to" />}
    </>
  )
}

/** The row's amount before notes, in base currency if that is the document's. */
function Preview({ items }: { items: readonly SpreadableItem[] }) {
  const { t } = useTranslation('deferrals')
  const { form } = useFormScope()
  const { currency } = useUser().organization
  const [line, from, ends, months, to] = [
    useWatched(form, 'line_number'),
    useWatched(form, 'spread_from'),
    useWatched(form, 'ends'),
    useWatched(form, 'spread_months'),
    useWatched(form, 'spread_to'),
  ]
  const item = items.find(({ line_number }) => String(line_number) === line)
  const parts = item ? previewOf(item, { from, ends, months, to }, currency.decimals) : []
  if (parts.length === 0) return null
  return (
    <section className={classes.preview} aria-live="polite">
      <h3>{t('preview')}</h3>
      <ol className={classes.parts}>
        {parts.map((part) => (
          <li key={part.month}>
            <Num>{part.date}</Num>
            <Amount value={part.amount} />
          </li>
        ))}
      </ol>
    </section>
  )
}

type Typed = { from: string; ends: string; months: string; to: string }

function previewOf(item: SpreadableItem, { from, ends, months, to }: Typed, decimals: number): SpreadPart[] {
  if (!parseDate(from, today())) return []
  if (ends === 'months') {
    if (!/^[1-9][0-9]{0,2}$/.test(months) || Number(months) > spreadMonthsMaximum) return []
    return spreadParts(String(item.net), { from, months: Number(months) }, decimals)
  }
  return parseDate(to, today()) && to >= from ? spreadParts(String(item.net), { from, to }, decimals) : []
}
