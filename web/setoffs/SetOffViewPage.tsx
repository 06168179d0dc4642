import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { setOffs } from '#contract/documents/set-offs.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { UndoOnDate } from '../accounting-ui/UndoOnDate.tsx'
import { UnlockLink } from '../accounting-ui/UnlockLink.tsx'
import { useUser } from '../api/session.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { localName } from '../i18n/localName.ts'
import classes from '../payments/advances/Advance.module.css'
import { setOffsPath, viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import { today } from '../ui/today.ts'
import type { SetOff } from './SetOff.ts'
import { SetOffSheet } from './SetOffSheet.tsx'
import { SetOffStatus } from './SetOffStatus.tsx'

/** A set-off on paper: what settled what. */
export function SetOffViewPage() {
  return (
    <RecordPage resource={setOffs} list={setOffsPath}>
      {(record) => <SetOffView setOff={record} />}
    </RecordPage>
  )
}

function SetOffView({ setOff }: { setOff: SetOff }) {
  const { t } = useTranslation('setoffs')
  const navigate = useNavigate()
  return (
    <>
      <PrintFrame
        title={t('names.set_off.one')}
        number={setOff.number}
        onBack={() => void navigate({ to: setOffsPath })}
        pdf={<PdfButton call={paperCalls.set_off} id={setOff.id} />}
        more={
          setOff.status === 'posted' &&
          setOff.closed_period === null && (
            <DeleteRecord resource={setOffs} id={setOff.id} name={setOff.number} act="void" label={t('actions.void')} />
          )
        }
        above={<SetOffPanel setOff={setOff} />}
      >
        <SetOffSheet setOff={setOff} />
      </PrintFrame>
      <RecordHistory name="set_off" id={setOff.id} />
    </>
  )
}

/** On the screen only: the status, the lock reason with its way out, and what it settled. */
function SetOffPanel({ setOff }: { setOff: SetOff }) {
  const { t } = useTranslation(['setoffs', 'documents'])
  const { currency } = useUser().organization
  return (
    <section className={classes.panel}>
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
          {t(`documents:locked.${setOff.closed_period}`)} <UnlockLink why={setOff.closed_period} />{' '}
          <VoidLater setOff={setOff} />
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
    </section>
  )
}

/** Its own day is closed: it is void from a later day. */
function VoidLater({ setOff }: { setOff: SetOff }) {
  const { t } = useTranslation('setoffs')
  return (
    <UndoOnDate
      call={setOffs.calls.remove}
      params={{ id: setOff.id }}
      send={(date) => ({ query: { date } })}
      laterDay={t('void_later.day')}
      proposed={today()}
      label={t('void_later.action')}
      question={t('void_later.ask')}
      facts={[
        [t('fields.set_off.number'), <Num key="number">{setOff.number}</Num>],
        [t('fields.set_off.set_off_date'), <Num key="date">{setOff.set_off_date}</Num>],
        [t('fields.set_off.customer'), <bdi key="customer">{localName(setOff.customer)}</bdi>],
        [t('fields.set_off.supplier'), <bdi key="supplier">{localName(setOff.supplier)}</bdi>],
        [t('fields.set_off.amount'), <Amount key="amount" value={setOff.amount} currency={setOff.currency} />],
      ]}
    />
  )
}
