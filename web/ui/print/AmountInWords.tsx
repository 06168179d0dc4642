import { useTranslation } from 'react-i18next'
import { amountInArabic } from '#contract/paper/amount-in-arabic.ts'
import { amountInEnglish } from '#contract/paper/amount-in-english.ts'
import type { Money } from '#contract/paper/currency-plurals.ts'
import classes from './Paper.module.css'

/** An amount in words, in Arabic always; who works in English reads it in English below. */
export function AmountInWords(money: Money) {
  const { i18n } = useTranslation()
  return (
    <>
      <bdi lang="ar" className={classes.said}>
        {amountInArabic(money)}
      </bdi>
      {i18n.language === 'en' && (
        <bdi lang="en" className={classes.itemEnglish}>
          {amountInEnglish(money)}
        </bdi>
      )}
    </>
  )
}
