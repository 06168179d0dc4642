import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SideName } from '#contract/documents/sides.ts'
import type { Call } from '#contract/kit/resource.ts'
import { UndoOnDate } from '../../accounting-ui/UndoOnDate.tsx'
import { localName } from '../../i18n/localName.ts'
import { Amount } from '../../ui/cells/Amount.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import type { Fact } from '../../ui/fields/DescriptionList.tsx'
import classes from './Advance.module.css'
import type { Refunded } from './RefundSheet.tsx'

type NamedMethod = { name: string; name_en: string | null }
type Applied = { id: number; number: string; date: string; amount: number; to: string | undefined }
type AdvancePanelProps = {
  side: SideName
  id: number
  /** The advance that is used, and its party. */
  number: string
  party: NamedMethod | undefined
  currency: { code: string; decimals: number }
  remaining: number
  applied: readonly Applied[]
  refunds: readonly Refunded[]
  /** Null where the person may not, or the record is void. */
  calls: { unallocate: Call; voidRefund: Call } | null
}

/** On the screen only: what an advance was used for, each use with its way back. */
export function AdvancePanel(props: AdvancePanelProps) {
  const { side, id, number, party, currency, remaining, applied, refunds, calls } = props
  const { t } = useTranslation('payments')
  const whose = party && ([t('advance.party'), <bdi key="party">{localName(party)}</bdi>] as const)
  const factsOf = (amount: number, facts: readonly Fact[]) =>
    [
      whose,
      ...facts,
      [t('advance.amount'), <Amount key="amount" value={amount} currency={currency} />] as const,
    ].filter((fact) => fact !== undefined)
  return (
    <section className={classes.panel}>
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
                <UndoOnDate
                  call={calls.unallocate}
                  params={{ id }}
                  send={(date) => ({ body: { reference_id: row.id, ...(date && { date }) } })}
                  laterDay={t('advance.later_day')}
                  label={t('advance.unallocate')}
                  named={t('advance.unallocate_named', { number: row.number })}
                  question={t('advance.ask.unallocate')}
                  facts={factsOf(row.amount, [
                    [t('advance.from'), <Num key="from">{number}</Num>],
                    [t('advance.applied_to'), <Num key="to">{row.number}</Num>],
                  ])}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {refunds.length > 0 && (
        <Refunds
          side={side}
          id={id}
          number={number}
          refunds={refunds}
          currency={currency}
          factsOf={factsOf}
          call={calls?.voidRefund ?? null}
        />
      )}
    </section>
  )
}

type RefundsProps = Pick<AdvancePanelProps, 'side' | 'id' | 'number' | 'refunds' | 'currency'> & {
  factsOf: (amount: number, facts: readonly Fact[]) => readonly Fact[]
  call: Call | null
}

function Refunds({ side, id, number, refunds, currency, factsOf, call }: RefundsProps) {
  const { t } = useTranslation('payments')
  return (
    <ul className={classes.list} aria-label={t('advance.refunds')}>
      {refunds.map((row) => (
        <li key={row.id}>
          <span className={classes.label}>{row.method ? t(`advance.refunded_${side}`) : t('advance.given_up')}</span>
          {row.method && <bdi>{localName(row.method)}</bdi>}
          <Num>{row.refund_date}</Num>
          <Amount value={row.amount} currency={currency} />
          {row.method && (
            <Link to="." search={{ refund: row.id }} className="link">
              {t('advance.voucher')}
            </Link>
          )}
          {call && (
            <UndoOnDate
              call={call}
              params={{ id, refund_id: row.id }}
              send={(date) => ({ query: { date } })}
              laterDay={t('advance.later_undoing')}
              label={t(row.method ? `advance.undo_refund_${side}` : 'advance.undo_giving_up')}
              named={t('advance.undo_refund_named', { date: row.refund_date })}
              question={t('advance.ask.undo_refund')}
              facts={factsOf(row.amount, [
                [t('advance.from'), <Num key="from">{number}</Num>],
                [t('advance.date'), <Num key="date">{row.refund_date}</Num>],
                ...(row.method ? [[t('advance.way'), <bdi key="way">{localName(row.method)}</bdi>] as const] : []),
              ])}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
