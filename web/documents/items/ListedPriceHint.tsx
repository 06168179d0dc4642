import { useTranslation } from 'react-i18next'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { decimal } from '#ledger/money.ts'
import { localName } from '../../i18n/localName.ts'
import classes from './DocumentItems.module.css'
import type { ListedOnRow } from './listedPrice.ts'

/** Which list the price of a row is from, or what a list says of a row whose price was typed. */
export function ListedPriceHint({ listed, decimals }: { listed: ListedOnRow | null | undefined; decimals: number }) {
  const { t } = useTranslation('documents')
  if (!listed) return null
  const list = localName(listed.list)
  const words = listed.isTaken
    ? t(listed.from_quantity > 1 ? 'listed.from_quantity' : 'listed.from', {
        list,
        quantity: formatPlain(listed.from_quantity),
      })
    : t('listed.says', { list, price: formatNumber(decimal(listed.price), 6, decimals) })
  return <span className={classes.listed}>{words}</span>
}
