import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyRateCall, lookUps } from '#contract/organization.ts'
import { useOptions } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { loadWords } from '../i18n/i18n.ts'
import { localName } from '../i18n/localName.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { formatRate } from '../ui/values/formatRate.ts'

const words = ['organization']
const DatedRates = lazy(async () => {
  await loadWords(words)
  return { default: (await import('../organization/DatedRates.tsx')).DatedRates }
})

type Currency = { id: number; name: string; name_en: string | null; code: string; rate: number | null }

/** The rate of the chosen currency on the document's day. If there is none yet, the user enters it here. */
export function RateHint({ chosen, date, kept }: { chosen: string; date: string; kept: number | undefined }) {
  const { t } = useTranslation('common')
  const own = useUser().organization.currency
  const can = useCan()
  const [adding, setAdding] = useState(false)
  const { data } = useOptions(lookUps.currencies, { date })
  const currency = (data as Currency[] | undefined)?.find(({ id }) => String(id) === chosen)
  if (!currency) return null
  const rate = kept ?? currency.rate
  if (rate !== null) {
    return (
      <BidiText>
        {t('currency.rate')} <Num>{`1 ${currency.code} = ${formatRate(rate)} ${own.code}`}</Num>
      </BidiText>
    )
  }
  return (
    <>
      {t('currency.no_rate')}{' '}
      {can(...currencyRateCall.admission) && (
        <Anchor component="button" type="button" size="xs" onClick={() => setAdding(true)}>
          {t('currency.add_rate')}
        </Anchor>
      )}
      {adding && (
        <Suspense>
          <PageWords value={words}>
            <DatedRates id={currency.id} name={localName(currency)} day={date} onClose={() => setAdding(false)} />
          </PageWords>
        </Suspense>
      )}
    </>
  )
}
