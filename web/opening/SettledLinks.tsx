import { useTranslation } from 'react-i18next'
import type { Opening } from '#contract/opening.ts'
import { Settlements } from '../accounting-ui/Settlements.tsx'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Opening.module.css'
import type { OpeningCurrency } from './openingColumns.tsx'

type Due = Opening['receivables'][number] | Opening['payables'][number]

/** The saved amounts due that are settled by now, each with what has to be taken back before it is changed. */
export function SettledLinks({ items, currencies }: { items: readonly Due[]; currencies: readonly OpeningCurrency[] }) {
  const { t } = useTranslation('opening')
  const settled = items.filter(({ settled_by }) => settled_by.length > 0)
  if (settled.length === 0) return null
  return (
    <div>
      <p className={classes.hint}>{t('settled.hint')}</p>
      <ul className={classes.credits} aria-label={t('settled.hint')}>
        {settled.flatMap((item) =>
          item.settled_by.map((by) => (
            <li key={`${item.id}-${by.kind}-${by.id}`}>
              <Num>{item.number}</Num>
              <bdi>{localName(item)}</bdi>
              <Settlements
                by={by}
                currency={currencies.find((one) => one.id === item.currency_id)}
                writtenOff={t('settled.written_off')}
              />
            </li>
          )),
        )}
      </ul>
    </div>
  )
}
