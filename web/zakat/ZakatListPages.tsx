import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { zakatAdjustments, zakatYears } from '#contract/zakat/zakat.ts'
import { zakatVersions } from '#ledger/law/zakat.ts'
import { type ZakatAdjustmentLine, zakatAdjustmentLines, zakatBases } from '#ledger/zakat/zakat.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { lawPath } from '../routes/public.ts'
import type { Column } from '../ui/cells/Column.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { useListScope } from '../ui/list-scope/ListScope.ts'
import { today } from '../ui/today.ts'

type Year = { ended_on: string; basis: 'days' | 'hijri'; saudi_share: number; assessed: number | null }
type Adjustment = {
  ended_on: string
  line: ZakatAdjustmentLine
  effect: 'raise' | 'lower'
  amount: number
  reason: string
}

const yearEnd = () => `${today().slice(0, 4)}-12-31`

/** How the Zakat of each year is computed where it differs from the usual. */
export function ZakatYearsPage() {
  const { t } = useTranslation('zakat')
  const columns: readonly Column<Year>[] = [
    { name: 'ended_on', draw: ({ ended_on }) => <Num>{ended_on}</Num> },
    { name: 'basis', draw: ({ basis }) => t(`bases.${basis}`) },
    { name: 'saudi_share', figures: true, draw: ({ saudi_share }) => <Num>{`${saudi_share}%`}</Num> },
    { name: 'assessed', figures: true, draw: ({ assessed }) => assessed !== null && <OwnAmount value={assessed} /> },
  ]
  return (
    <ListPage resource={zakatYears} columns={columns} rowName={({ ended_on }) => ended_on}>
      <DrawerForm
        defaults={{
          ended_on: yearEnd(),
          basis: 'days',
          saudi_share: '100',
          has_minimum: true,
          assessed: '',
          law_version: '',
        }}
      >
        <DateField name="ended_on" />
        <ChoiceField name="basis" choices={zakatBases.map((value) => ({ value, label: t(`bases.${value}`) }))} />
        <NumberField name="saudi_share" suffix="%" />
        <SwitchField name="has_minimum" />
        <NumberField name="assessed" />
        <ChoiceField
          name="law_version"
          choices={[
            { value: '', label: t('law_of_day') },
            ...zakatVersions.map((day) => ({ value: day, label: t('law_since', { day }) })),
          ]}
          description={<LawLink />}
        />
      </DrawerForm>
    </ListPage>
  )
}

/** What the law says, in a window of its own: the form is not saved yet. */
function LawLink() {
  const { t } = useTranslation('zakat')
  return (
    <Link to={lawPath} search={{ of: 'zakat' }} target="_blank" className="link">
      {t('law')}
    </Link>
  )
}

/** What proves an adjustment; of one that is stored. */
function Papers() {
  const { t } = useTranslation('zakat')
  const { editing } = useListScope()
  if (editing === 'new' || editing === null) return <p>{t('attachments_after')}</p>
  return <RecordHistory name="zakat_adjustment" id={editing} below="page" />
}

/** What changes a line of the worksheet, with its reason and what proves it. */
export function ZakatAdjustmentsPage() {
  const { t } = useTranslation('zakat')
  const columns: readonly Column<Adjustment>[] = [
    { name: 'ended_on', draw: ({ ended_on }) => <Num>{ended_on}</Num> },
    { name: 'line', draw: ({ line }) => t(`lines.${line}`) },
    { name: 'effect', draw: ({ effect }) => t(`effects.${effect}`) },
    { name: 'amount', figures: true, draw: ({ amount }) => <OwnAmount value={amount} /> },
    { name: 'reason', draw: ({ reason }) => <bdi>{reason}</bdi> },
  ]
  return (
    <ListPage resource={zakatAdjustments} columns={columns} rowName={({ reason }) => reason}>
      <DrawerForm defaults={{ ended_on: yearEnd(), line: 'profit', effect: 'raise', amount: '', reason: '' }}>
        <DateField name="ended_on" />
        <ChoiceField
          name="line"
          choices={zakatAdjustmentLines.map((value) => ({ value, label: t(`lines.${value}`) }))}
        />
        <ChoiceField
          name="effect"
          choices={(['raise', 'lower'] as const).map((value) => ({ value, label: t(`effects.${value}`) }))}
        />
        <NumberField name="amount" />
        <TextareaField name="reason" />
        <Papers />
      </DrawerForm>
    </ListPage>
  )
}
