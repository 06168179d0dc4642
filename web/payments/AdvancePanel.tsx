import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import IconUndo from '~icons/tabler/arrow-back-up'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import classes from './Advance.module.css'

type Applied = { id: number; number: string; date: string; amount: number; to: string | undefined }
type Refunded = { id: number; refund_date: string; amount: number; method: string | null }
type AdvancePanelProps = {
  id: number
  currency: { code: string; decimals: number }
  remaining: number
  applied: readonly Applied[]
  refunds: readonly Refunded[]
  /** Null where the person may not, or the record is void. */
  calls: { unallocate: Call; voidRefund: Call } | null
}

/** On the screen only: what an advance was used for, each use with its way back. */
export function AdvancePanel({ id, currency, remaining, applied, refunds, calls }: AdvancePanelProps) {
  const { t } = useTranslation('payments')
  return (
    <aside className={classes.panel}>
      <p className={classes.standing}>
        <span>
          {t('advance.available')} <Amount value={remaining} currency={currency} />
        </span>
      </p>
      {applied.length > 0 && (
        <ul className={classes.list} aria-label={t('advance.applied')}>
          {applied.map((row) => (
            <li key={row.id}>
              <span className={classes.label}>{t('advance.applied_to')}</span>
              {row.to ? (
                <Link to={row.to} className="link">
                  <Num>{row.number}</Num>
                </Link>
              ) : (
                <Num>{row.number}</Num>
              )}
              <Num>{row.date}</Num>
              <Amount value={row.amount} currency={currency} />
              {calls && (
                <Undo
                  call={calls.unallocate}
                  params={{ id }}
                  body={{ reference_id: row.id }}
                  label={t('advance.unallocate')}
                  named={t('advance.unallocate_named', { number: row.number })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {refunds.length > 0 && (
        <ul className={classes.list} aria-label={t('advance.refunds')}>
          {refunds.map((row) => (
            <li key={row.id}>
              <span className={classes.label}>{row.method ? t('advance.refunded') : t('advance.given_up')}</span>
              {row.method && <bdi>{row.method}</bdi>}
              <Num>{row.refund_date}</Num>
              <Amount value={row.amount} currency={currency} />
              {calls && (
                <Undo call={calls.voidRefund} params={{ id, refund_id: row.id }} label={t('advance.undo_refund')} />
              )}
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}

type UndoProps = {
  call: Call
  params: Record<string, number>
  body?: Record<string, number>
  label: string
  /** Where several say the same: whose this is. */
  named?: string
}

function Undo({ call, params, body, label, named }: UndoProps) {
  const written = useWritten(call.path)
  const undo = useMutation({
    mutationFn: () => request(call, { params, ...(body && { body }) }),
    onSuccess: () => {
      showSuccess('updated')
      written()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={named}
      leftSection={<IconUndo className="turns" aria-hidden />}
      loading={undo.isPending}
      onClick={() => undo.mutate()}
    >
      {label}
    </Button>
  )
}
