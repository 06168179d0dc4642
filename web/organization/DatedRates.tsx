import { ActionIcon } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currencyRateCall, datedRates } from '#contract/organization.ts'
import IconTrash from '~icons/tabler/trash'
import { request } from '../api/client.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useCan } from '../api/useCan.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { Num } from '../ui/cells/Num.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { today } from '../ui/today.ts'
import { formatRate } from '../ui/values/formatRate.ts'
import classes from './CurrenciesSection.module.css'

type DatedRatesProps = { id: number; name: string /** The day it is asked for. */; day?: string; onClose: () => void }

/** Dated exchange rates of a currency: add one, list all. */
export function DatedRates({ id, name, day = today(), onClose }: DatedRatesProps) {
  const { t } = useTranslation('organization')
  return (
    <ActionDrawer
      title={t('currencies.dated_of', { name })}
      call={currencyRateCall}
      params={{ id }}
      values={{ valid_on: day, rate: '' }}
      saveLabel={t('currencies.add')}
      onClose={onClose}
    >
      <DateField name="valid_on" />
      <NumberField name="rate" />
      <Rates id={id} />
    </ActionDrawer>
  )
}

function Rates({ id }: { id: number }) {
  const { t } = useTranslation(['organization', 'common'])
  const can = useCan()
  const client = useQueryClient()
  const call = datedRates.list
  const { data = [] } = useQuery({
    queryKey: [call.path, 'options', id],
    queryFn: async () =>
      (await request<{ data: { valid_on: string; rate: number }[] }>(call, { params: { id }, query: {} })).data,
  })
  const forget = useSubmitOnce({
    mutationFn: (valid_on: string) => request(datedRates.remove, { params: { id, valid_on } }),
    onSuccess: () => {
      showSuccess('deleted')
      void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/currencies') })
    },
    onError: (failure) => showFailure('deletion_failed', failure),
  })
  if (data.length === 0) return <p className={classes.hint}>{t('currencies.no_dated')}</p>
  return (
    <ul className={classes.list}>
      {data.map(({ valid_on, rate }) => (
        <li key={valid_on}>
          <Num>{valid_on}</Num>
          <Num>{formatRate(rate)}</Num>
          <ActionIcon
            aria-label={`${t('common:actions.delete')} ${valid_on}`}
            disabled={!can('update-setting')}
            onClick={() => forget.mutate(valid_on)}
          >
            <IconTrash aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
