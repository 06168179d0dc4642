import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import { moneyText } from '#contract/paper/money-text.ts'
import { groupedIban } from '#contract/sharing/grouped-iban.ts'
import type { PublicPage } from '#contract/sharing/public-page.ts'
import classes from './PublicPage.module.css'

/** Where to transfer what remains, each value with a button that copies it. */
export function HowToPay({ shared: { remaining, currency, bank_accounts, number, state } }: { shared: PublicPage }) {
  const { t } = useTranslation('publicPage')
  if (number === null || remaining === null || remaining <= 0 || state === 'void') return null
  const amount = formatNumber(remaining, currency.decimals)
  return (
    <section className={classes.card}>
      <h2>{t('pay')}</h2>
      {bank_accounts.length === 0 && <p>{t('no_account')}</p>}
      {bank_accounts.length > 0 && (
        <>
          <p>{t('pay_detail')}</p>
          <ul className={classes.copies}>
            <Copied name={t('amount')} shown={moneyText(remaining, currency)} copied={amount.replaceAll(',', '')} />
            <Copied name={t('reference')} shown={number} copied={number} />
          </ul>
          {bank_accounts.map(({ bank, holder, iban }) => (
            <ul key={iban} className={classes.copies}>
              <li>
                <span className={classes.name}>{t('bank')}</span>
                <span className={classes.value}>
                  <bdi>{bank}</bdi>
                </span>
              </li>
              {holder && <Copied name={t('holder')} shown={holder} copied={holder} />}
              <Copied name={t('iban')} shown={groupedIban(iban)} copied={iban} />
            </ul>
          ))}
        </>
      )}
    </section>
  )
}

function Copied({ name, shown, copied }: { name: string; shown: string; copied: string }) {
  const { t } = useTranslation('publicPage')
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 2_000)
    } catch {
      // Without the permission the value is marked and copied with the keys.
    }
  }
  return (
    <li>
      <span className={classes.name}>{name}</span>
      <span className={classes.value}>
        <bdi className="num">{shown}</bdi>
      </span>
      <button type="button" className={classes.plain} aria-label={`${t('copy')} ${name}`} onClick={() => void copy()}>
        {t(isCopied ? 'copied' : 'copy')}
      </button>
    </li>
  )
}
