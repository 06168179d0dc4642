import { useTranslation } from 'react-i18next'
import type { AssetRecord } from '#contract/assets/assets.ts'
import { sum } from '#ledger/money.ts'
import { useUser } from '../api/session.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import classes from './Assets.module.css'

const colors = { planned: 'gray', posted: 'green', failed: 'red', reversed: 'gray' }
type Part = AssetRecord['parts'][number]

/** The months of an asset by year: the year of the first that waits is open. */
export function AssetParts({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('assets')
  const { currency } = useUser().organization
  if (parts.length === 0) return <p className={classes.muted}>{t('no_parts')}</p>
  const years = [...Map.groupBy(parts, ({ date }) => date.slice(0, 4))]
  const current = parts.find(({ state }) => state === 'planned')?.date.slice(0, 4) ?? years.at(-1)?.[0]
  return (
    <div className={classes.years}>
      {years.map(([year, own]) => (
        <details key={year} open={year === current}>
          <summary>
            <Num>{year}</Num>
            <Amount
              value={sum(own.map(({ amount, state }) => (state === 'reversed' ? 0 : amount)))}
              currency={currency}
            />
          </summary>
          <ol className={classes.parts}>
            {own.map((part) => (
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
        </details>
      ))}
    </div>
  )
}
