import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Resource } from '#contract/kit/resource.ts'
import { setOffs } from '#contract/set-offs.ts'
import IconVoid from '~icons/tabler/trash'
import { useUser } from '../api/session.ts'
import { LiftLock } from '../documents/LiftLock.tsx'
import { viewPath } from '../documents/viewPath.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import { PrintFrame } from '../paper/PrintFrame.tsx'
import classes from '../payments/Advance.module.css'
import { SetOffSheet } from './SetOffSheet.tsx'
import { SetOffStatus } from './SetOffStatus.tsx'
import { setOffsPath } from './setOffsPath.ts'

const ConfirmDelete = lazy(async () => ({ default: (await import('../kit/ConfirmDelete.tsx')).ConfirmDelete }))
export type SetOff = z.output<typeof setOffs.record>

/** A set-off on paper: what settled what. */
export function SetOffViewPage() {
  return (
    <RecordPage resource={setOffs as unknown as Resource} list={setOffsPath}>
      {(record) => <SetOffView setOff={record as unknown as SetOff} />}
    </RecordPage>
  )
}

function SetOffView({ setOff }: { setOff: SetOff }) {
  const { t } = useTranslation(['setoffs', 'documents'])
  const { currency } = useUser().organization
  const navigate = useNavigate()
  const [voiding, setVoiding] = useState(false)
  return (
    <>
      <PrintFrame
        title={t('names.set_off.one')}
        number={setOff.number}
        onBack={() => void navigate({ to: setOffsPath })}
        actions={
          setOff.status === 'posted' &&
          setOff.closed_period === null && (
            <Button variant="default" leftSection={<IconVoid aria-hidden />} onClick={() => setVoiding(true)}>
              {t('actions.void')}
            </Button>
          )
        }
        above={
          <aside className={classes.panel}>
            <p className={classes.standing}>
              <SetOffStatus status={setOff.status} />
              {setOff.difference_base !== 0 && (
                <span>
                  {t('exchange')} <Amount value={setOff.difference_base} currency={currency} />
                </span>
              )}
            </p>
            {setOff.closed_period && (
              <p>
                {t(`documents:locked.${setOff.closed_period}`)} <LiftLock why={setOff.closed_period} />
              </p>
            )}
            <ul className={classes.list} aria-label={t('names.set_off.one')}>
              {[...setOff.receivables, ...setOff.payables].map((row) => {
                const path = viewPath(row.kind, row.reference_id)
                return (
                  <li key={row.reference_id}>
                    {path ? (
                      <Link to={path} className="link">
                        <Num>{row.number}</Num>
                      </Link>
                    ) : (
                      <Num>{row.number}</Num>
                    )}
                    <Amount value={row.amount} currency={setOff.currency} />
                  </li>
                )
              })}
            </ul>
          </aside>
        }
      >
        <SetOffSheet setOff={setOff} />
      </PrintFrame>
      <RecordHistory name="set_off" id={setOff.id} />
      <Suspense>
        {voiding && (
          <ConfirmDelete
            resource={setOffs as unknown as Resource}
            id={setOff.id}
            name={setOff.number}
            onClose={() => setVoiding(false)}
          />
        )}
      </Suspense>
    </>
  )
}
