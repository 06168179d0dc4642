import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { reorderCall } from '#contract/orders/reorder.ts'
import IconToBuy from '~icons/tabler/shopping-cart-plus'
import { showSuccess } from '../api/toasts.ts'
import { useCan } from '../api/useCan.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { orderPath } from '../routes/paths.ts'

/** Drafts of purchase orders of all that the report proposes, one for each supplier; they open to be completed. */
export function ReorderAction() {
  const { t } = useTranslation('reports')
  const can = useCan()
  const navigate = useNavigate()
  const made = useQuietMutation(reorderCall, () => {
    showSuccess('created')
    void navigate({ to: orderPath('purchase_order'), search: { status: 'draft' } })
  })
  if (!can(...reorderCall.admission)) return null
  return (
    <Button
      leftSection={<IconToBuy aria-hidden />}
      loading={made.isPending}
      onClick={() => made.mutate({ params: {}, body: {} })}
    >
      {t('what_to_buy.order')}
    </Button>
  )
}
