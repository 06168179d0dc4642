import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lookUps } from '#contract/organization.ts'
import { useUser } from '../../api/session.ts'
import { useCallQuery } from '../../api/useCallQuery.ts'
import { localName } from '../../i18n/localName.ts'
import { useReportScope } from './ReportScope.ts'

type Currency = { id: number; name: string; name_en: string | null; rate: number | null }

/** In the organisation's own currency, or only what was done in another and in its amounts. */
export function CurrencyFilter() {
  const { t } = useTranslation('reports')
  const { search, change } = useReportScope()
  const { organization } = useUser()
  const currencies = (useCallQuery(lookUps.currencies).data ?? []) as Currency[]
  const foreign = currencies.filter(({ id, rate }) => rate !== null && id !== organization.currency?.id)
  if (foreign.length === 0) return null
  const choices = foreign.map((currency) => ({ value: String(currency.id), label: localName(currency) }))
  return (
    <Select
      label={t('fields.report.currency_id')}
      data={[{ value: 'base', label: t('choices.currency_id.base') }, ...choices]}
      value={search.currency_id ?? 'base'}
      onChange={(value) => change({ currency_id: value === 'base' ? undefined : (value ?? undefined) })}
      allowDeselect={false}
    />
  )
}
