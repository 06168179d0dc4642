import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FormattableNumber, formatNumber } from '#contract/paper/format-number.ts'
import { currencySign } from '#contract/paper/money-text.ts'
import classes from './Amount.module.css'

type AmountCurrency = { code: string; symbol?: string; decimals?: number }
type AmountProps = { value: FormattableNumber; currency?: AmountCurrency | null }

/**
 * Money: `⃁ 1,150.00`, an island that reads left to right; the central bank's rules put the sign to the left of the
 * digits in every language. No currency means riyals. The sign is drawn, while screen readers and the clipboard get
 * "SAR", since most programs have no glyph for it.
 */
export function Amount({ value, currency }: AmountProps) {
  const { t } = useTranslation('common')
  const code = currency?.code ?? 'SAR'
  const digits = formatNumber(value, currency?.decimals ?? 2)
  const spoken =
    code === 'SAR' ? t('amount.riyals', { amount: digits }) : t('amount.other', { amount: digits, currency: code })
  return (
    <bdi className={`num ${classes.amount}`}>
      <VisuallyHidden className={classes.spoken}>{spoken}</VisuallyHidden>
      <span aria-hidden className={classes.sign} data-sign={currencySign(code)} />
      <span aria-hidden>{digits}</span>
      <span aria-hidden className={classes.copied}>{` ${code}`}</span>
    </bdi>
  )
}
