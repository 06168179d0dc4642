import { useTranslation } from 'react-i18next'
import type { Deferral } from '#contract/documents/spread-fields.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import classes from './Deferrals.module.css'

const colors = { planned: 'gray', posted: 'green', failed: 'red', dropped: 'gray', reversed: 'gray' }
type Part = Pick<Deferral['parts'][number], 'number' | 'kind' | 'date' | 'amount' | 'state' | 'entry_number'>

/** Months of a schedule, each with its amount and its entry. */
export function PartList({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('deferrals')
  return (
    <ol className={classes.parts}>
      {parts.map((part) => (
        <li key={part.number}>
          <Num>{part.date}</Num>
          <OwnAmount value={part.amount} />
          <span className={classes.muted}>{part.kind === 'month' ? '' : t(`part_kinds.${part.kind}`)}</span>
          <StatusDot
            status={part.state}
            color={colors[part.state]}
            label={
              part.entry_number === null || part.state !== 'posted'
                ? t(`part_states.${part.state}`)
                : t('entry', { number: part.entry_number })
            }
          />
        </li>
      ))}
    </ol>
  )
}
