import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import type { Opening } from '#contract/opening.ts'
import { openingCredits } from '#contract/opening-credits.ts'
import { decimal } from '#ledger/money.ts'
import { localName } from '../i18n/localName.ts'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Opening.module.css'
import type { OpeningCurrency } from './openingColumns.tsx'

type Credit = Opening['customer_credits'][number] | Opening['supplier_credits'][number]
type CreditLinksProps = { side: Side; credits: readonly Credit[]; currencies: readonly OpeningCurrency[] }

/** The uses of each saved credit, and its rest. */
export function CreditLinks({ side, credits, currencies }: CreditLinksProps) {
  const { t } = useTranslation('opening')
  if (credits.length === 0) return null
  return (
    <ul className={classes.credits} aria-label={t('credits.use')}>
      {credits.map((credit) => (
        <li key={credit.id}>
          <Link to={viewPath(openingCredits[side.name].name, credit.id)} className="link">
            <Num>{credit.number}</Num>
          </Link>
          <bdi>{localName(credit)}</bdi>
          <span>
            {t('credits.left')}{' '}
            <Amount
              value={decimal(credit.amount).minus(credit.settled)}
              currency={currencies.find((one) => one.id === credit.currency_id)}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
