import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/paper/format-number.ts'
import { customerCreditCall } from '#contract/parties.ts'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import classes from '../documents/VatNotice.module.css'

/** What a customer may still buy on credit; nothing where he has no limit, or where limits are not switched on. */
export function CreditNotice({ customer }: { customer: string }) {
  const { t } = useTranslation('common')
  const { uses_credit_limits, currency } = useUser().organization
  const can = useCan()
  const isAsked = uses_credit_limits && customer !== '' && can(...customerCreditCall.admission)
  const { data } = useQuery({
    queryKey: ['/customers', 'credit', customer],
    queryFn: async ({ signal }) =>
      (
        await request<{ data: AnswerOf<typeof customerCreditCall> }>(customerCreditCall, {
          params: { id: customer },
          signal,
        })
      ).data,
    enabled: isAsked,
    staleTime: 0,
  })
  if (!isAsked || !data || data.limit === null) return null
  const shown = (figure: number) => formatNumber(figure, currency.decimals)
  const figures = { limit: shown(data.limit), exposure: shown(data.exposure) }
  const words =
    data.available === null
      ? t('credit.lifted', { ...figures, date: data.lifted_until ?? '' })
      : t(data.available < 0 ? 'credit.over' : 'credit.left', { ...figures, available: shown(data.available) })
  return <p className={`${classes.notice} wide`}>{words}</p>
}
