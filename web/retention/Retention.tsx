import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { retentionCalls } from '#contract/documents/retention-calls.ts'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { useCan } from '../api/useCan.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { today } from '../ui/today.ts'
import { ReleaseDrawer } from './ReleaseDrawer.tsx'
import classes from './Retention.module.css'
import type { RetainingDocument } from './retainingDocument.ts'

type RetentionProps = { kind: 'invoice' | 'bill'; record: RetainingDocument }

/** What is retained of a document, until when, and each release. */
export function Retention({ kind, record }: RetentionProps) {
  const { t } = useTranslation('retention')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const { release, takeBack } = retentionCalls[kind]
  const { id, retained, retention_moves, currency, retention_release_date: day } = record
  const mayRelease = can(...release.admission)
  const isDue = retained > 0 && day !== null && day <= today()
  return (
    <section className={classes.section} aria-label={t('title')}>
      <div className={classes.head}>
        <h2>{t('title')}</h2>
        {retained > 0 && mayRelease && (
          <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
            {t('actions.release')}
          </Button>
        )}
      </div>
      <p className={classes.terms}>
        <bdi>
          {t(`of.${record.retention_basis ?? 'net'}`, { percent: record.retention_percent })}
          {' · '}
          {day === null ? t('on_event') : t('released_on', { date: day })}
        </bdi>
        {isDue && <strong className={classes.due}>{t('due')}</strong>}
      </p>
      <ul className={classes.moves}>
        {retention_moves.map((move) => (
          <li key={move.id} className={classes.head}>
            <span className={classes.what}>
              <span>{t(move.kind)}</span> <Num>{move.date}</Num> {move.reason && <bdi>{move.reason}</bdi>}
            </span>
            <span className={classes.what}>
              <Amount value={move.amount} currency={currency} />
              {move.kind === 'released' && mayRelease && (
                <ConfirmDialog
                  call={takeBack}
                  params={{ id, release: move.id }}
                  label={t('actions.take_back')}
                  question={t('take_back_ask')}
                  facts={[
                    [t('fields.retention.amount'), <Amount key="amount" value={move.amount} currency={currency} />],
                  ]}
                />
              )}
            </span>
          </li>
        ))}
        <li className={classes.head}>
          <strong>{t('retained')}</strong>
          <strong>
            <Amount value={retained} currency={currency} />
          </strong>
        </li>
      </ul>
      {isOpen && <ReleaseDrawer kind={kind} record={record} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
