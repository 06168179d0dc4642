import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import type { Call } from '#contract/kit/resource.ts'
import { decimal, text } from '#ledger/money.ts'
import IconAllocate from '~icons/tabler/arrows-split-2'
import IconRefund from '~icons/tabler/receipt-refund'

const AllocateDrawer = lazy(async () => ({ default: (await import('./AllocateDrawer.tsx')).AllocateDrawer }))
const RefundDrawer = lazy(async () => ({ default: (await import('./RefundDrawer.tsx')).RefundDrawer }))

type AdvanceActionsProps = {
  side: Side
  calls: { allocate: Call; refund: Call }
  record: {
    id: number
    version: number
    currency_id: number
    currency: { code: string; decimals: number }
    remaining: number
    partyId: number
  }
}

/** Actions for the unused part of a payment or a note. Empty if nothing is left. */
export function AdvanceActions({ side, calls, record }: AdvanceActionsProps) {
  const { t } = useTranslation('payments')
  const [open, setOpen] = useState<'allocate' | 'refund' | null>(null)
  if (record.remaining <= 0) return null
  const { id, version, currency, remaining } = record
  const shared = {
    id,
    version,
    available: text(decimal(remaining), currency.decimals),
    currency,
    onClose: () => setOpen(null),
  }
  return (
    <>
      <Button variant="default" leftSection={<IconAllocate aria-hidden />} onClick={() => setOpen('allocate')}>
        {t('advance.allocate')}
      </Button>
      <Button variant="default" leftSection={<IconRefund aria-hidden />} onClick={() => setOpen('refund')}>
        {t(`advance.refund_${side.name}`)}
      </Button>
      <Suspense>
        {open === 'allocate' && (
          <AllocateDrawer
            {...shared}
            side={side}
            call={calls.allocate}
            partyId={record.partyId}
            currencyId={record.currency_id}
          />
        )}
        {open === 'refund' && (
          <RefundDrawer {...shared} currencyId={record.currency_id} side={side.name} call={calls.refund} />
        )}
      </Suspense>
    </>
  )
}
