import { useTranslation } from 'react-i18next'
import type { AssetRecord } from '#contract/assets/assets.ts'
import { sum } from '#ledger/money.ts'
import { PartList } from '../deferrals/PartList.tsx'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Assets.module.css'

type Part = AssetRecord['parts'][number]

/** The months of an asset by year: the year of the first that waits is open. */
export function AssetParts({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('assets')
  if (parts.length === 0) return <p className={classes.muted}>{t('no_parts')}</p>
  const years = [...Map.groupBy(parts, ({ date }) => date.slice(0, 4))]
  const current = parts.find(({ state }) => state === 'planned')?.date.slice(0, 4) ?? years.at(-1)?.[0]
  return (
    <div className={classes.years}>
      {years.map(([year, own]) => (
        <details key={year} open={year === current}>
          <summary>
            <Num>{year}</Num>
            <OwnAmount value={sum(own.map(({ amount, state }) => (state === 'reversed' ? 0 : amount)))} />
          </summary>
          <PartList parts={own} />
        </details>
      ))}
    </div>
  )
}
