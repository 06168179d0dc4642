import { ActionIcon } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currencyRateCall, lookUps } from '#contract/organization.ts'
import IconDays from '~icons/tabler/calendar'
import IconSave from '~icons/tabler/check'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useOptions } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import classes from './CurrenciesSection.module.css'
import { DatedRates } from './DatedRates.tsx'

type Currency = { id: number; code: string; name: string; name_en: string | null; rate: number | null }

/** Settings: what one unit of each foreign currency is worth; a document freezes the rate of its day. */
export function CurrenciesSection() {
  const { t } = useTranslation('organization')
  const { organization } = useUser()
  const currencies = useOptions(lookUps.currencies)
  if (!currencies.data) return <LoadingPage of={currencies} title={t('settings.currencies')} />
  const foreign = (currencies.data as Currency[]).filter((currency) => currency.id !== organization.currency.id)
  return (
    <>
      <PageHeader title={t('settings.currencies')} />
      <p className={classes.hint}>{t('currencies.hint', { currency: organization.currency.code })}</p>
      <ul className={classes.list}>
        {foreign.map((currency) => (
          <CurrencyRate key={currency.id} currency={currency} />
        ))}
      </ul>
    </>
  )
}

function CurrencyRate({ currency }: { currency: Currency }) {
  const { t } = useTranslation(['organization', 'common'])
  const stored = currency.rate === null ? '' : String(currency.rate)
  const [typed, setTyped] = useState(stored)
  const [error, setError] = useState<string | null>(null)
  const [dated, setDated] = useState(false)
  const client = useQueryClient()
  const can = useCan()
  const name = localName(currency)
  async function save() {
    setError(null)
    try {
      await request(currencyRateCall, { params: { id: currency.id }, body: { rate: typed } })
      showSuccess('updated')
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === '/currencies' })
    } catch (failure) {
      if (failure instanceof ApiError) setError(failure.fields.rate ?? null)
      showFailure('update_failed', failure)
    }
  }
  return (
    <li>
      <span>
        <bdi>{name}</bdi> <Num>{currency.code}</Num>
      </span>
      <FigureInput
        aria-label={t('currencies.rate_of', { name })}
        value={typed}
        error={error}
        placeholder={t('currencies.none')}
        readOnly={!can('update-setting')}
        onChange={setTyped}
        onKeyDown={(event) => event.key === 'Enter' && void save()}
      />
      <ActionIcon
        aria-label={`${t('common:actions.save')} ${name}`}
        disabled={typed === stored || typed === '' || !can('update-setting')}
        onClick={() => void save()}
      >
        <IconSave aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t('currencies.dated_of', { name })} onClick={() => setDated(true)}>
        <IconDays aria-hidden />
      </ActionIcon>
      {dated && <DatedRates id={currency.id} name={name} onClose={() => setDated(false)} />}
    </li>
  )
}
