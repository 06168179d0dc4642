import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { PrintFrame } from '../../ui/print/PrintFrame.tsx'
import { type Refunded, RefundSheet, type RefundSheetProps } from './RefundSheet.tsx'

type AdvanceFrameProps = ComponentProps<typeof PrintFrame> &
  Omit<RefundSheetProps, 'refund'> & { refunds: readonly Refunded[] }

/** The paper of what can be given back; where the address names a refund (`refund=`), the voucher of it. */
export function AdvanceFrame({ side, party, organization, currency, refunds, ...frame }: AdvanceFrameProps) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const { refund: asked } = useSearch({ strict: false }) as { refund?: string | number }
  const refund = refunds.find(({ id, method }) => method && String(id) === String(asked))
  if (!refund) return <PrintFrame {...frame} />
  return (
    <PrintFrame
      title={t(`advance.voucher_${side}`)}
      number={frame.number}
      onBack={() => void navigate({ to: '.', search: {} })}
    >
      <RefundSheet
        side={side}
        refund={refund}
        party={party}
        organization={organization}
        currency={currency}
        number={frame.number}
      />
    </PrintFrame>
  )
}
