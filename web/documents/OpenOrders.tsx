import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { orders } from '#contract/orders/orders.ts'
import { request } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { orderPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import classes from './VatNotice.module.css'

type OpenOrder = { id: number; number: string }
const shown = 5

/** Orders of the chosen customer or supplier that are still to be invoiced or billed: each is opened to make the document of it. */
export function OpenOrders({ side }: { side: Side }) {
  const { t } = useTranslation('documents')
  const { form } = useFormScope()
  const party = useWatched(form, side.partyField)
  const name = side.name === 'sales' ? 'sales_order' : 'purchase_order'
  const { calls, permissions } = orders[name]
  const can = useCan()
  const { uses_orders } = useUser().organization
  const isAsked = uses_orders && can(permissions.list) && party !== ''
  const found = useQuery({
    queryKey: [calls.list.path, 'open', party],
    queryFn: async ({ signal }) => {
      const query = { [side.partyField]: party, progress: 'open', per_page: 10 }
      return (await request<{ data: OpenOrder[] }>(calls.list, { query, signal })).data
    },
    enabled: isAsked,
  })
  const open = isAsked ? (found.data ?? []) : []
  if (open.length === 0) return null
  return (
    <p className={`${classes.notice} wide`}>
      {t(`open_orders.${name}`)}{' '}
      {open.slice(0, shown).map(({ id, number }) => (
        <span key={id}>
          <OpenLink to={`${orderPath(name)}/${id}/view`} className="link">
            <Num>{number}</Num>
          </OpenLink>{' '}
        </span>
      ))}
    </p>
  )
}
