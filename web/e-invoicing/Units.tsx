import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EInvoiceUnit, type EInvoicingSettings, eInvoicingCalls } from '#contract/e-invoicing.ts'
import IconPlus from '~icons/tabler/plus'
import { ConfirmDialog } from '../accounting-ui/ConfirmDialog.tsx'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { dayAt } from '../ui/today.ts'
import classes from './EInvoicing.module.css'

const NewUnitDrawer = lazy(async () => ({ default: (await import('./UnitDrawers.tsx')).NewUnitDrawer }))
const OtpDrawer = lazy(async () => ({ default: (await import('./UnitDrawers.tsx')).OtpDrawer }))

const colors = { new: 'gray', registered: 'orange', live: 'green', retired: 'gray' }
type Asking = { unit: EInvoiceUnit; isRenewal: boolean }

/** The units with their certificates; a new one is created, then registered with a one-time password. */
export function Units({ settings: { units, readiness, phase } }: { settings: EInvoicingSettings }) {
  const { t } = useTranslation('eInvoicing')
  const can = useCan()
  const [isNew, setIsNew] = useState(false)
  const [asking, setAsking] = useState<Asking | null>(null)
  const mayChange = can('update-setting')
  const isReady = readiness.every(({ is_ready, is_required }) => is_ready || !is_required)
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{t('settings.units')}</h2>
        {mayChange && (
          <Button leftSection={<IconPlus aria-hidden />} onClick={() => setIsNew(true)}>
            {t('actions.new_unit')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t(units.length === 0 ? 'settings.no_units' : 'settings.units_detail')}</p>
      {units.length > 0 && (
        <ul className={classes.list}>
          {units.map((unit) => (
            <li key={unit.id}>
              <Unit unit={unit} isInUse={phase === '2'} />
              {mayChange && <Actions unit={unit} isReady={isReady} onAsk={setAsking} />}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {isNew && <NewUnitDrawer onClose={() => setIsNew(false)} />}
        {asking && <OtpDrawer {...asking} onClose={() => setAsking(null)} />}
      </Suspense>
    </section>
  )
}

/** Only in phase 2 does a registered unit stamp. */
function Unit({ unit, isInUse }: { unit: EInvoiceUnit; isInUse: boolean }) {
  const { t } = useTranslation('eInvoicing')
  const { name, branch, environment, state, counter, valid_to, days_left, refused_at } = unit
  const shown = state === 'live' && !isInUse ? 'registered' : state
  return (
    <div className={classes.unit}>
      <span className={classes.row}>
        <bdi>{name}</bdi>
        <StatusDot status={shown} color={colors[shown]} label={t(`unit_states.${shown}`)} />
      </span>
      <span className={classes.facts}>
        <bdi>{branch ? localName(branch) : t('settings.whole')}</bdi>
        <span>{t(`environment_names.${environment}`)}</span>
        <span>
          {t('settings.counter')} <Num>{counter}</Num>
        </span>
        {valid_to && (
          <span className={days_left !== null && days_left <= 60 && state === 'live' ? classes.bad : undefined}>
            {t('settings.valid_to')} <Num>{dayAt(new Date(valid_to))}</Num>
          </span>
        )}
        {refused_at && state === 'live' && <span className={classes.bad}>{t('settings.refused')}</span>}
      </span>
    </div>
  )
}

type ActionsProps = { unit: EInvoiceUnit; isReady: boolean; onAsk: (asking: Asking) => void }

function Actions({ unit, isReady, onAsk }: ActionsProps) {
  const { t } = useTranslation('eInvoicing')
  const { state, refused_at, days_left } = unit
  if (state === 'retired') return null
  const isLost = state === 'live' && (refused_at !== null || (days_left !== null && days_left < 0))
  return (
    <span className={classes.actions}>
      {(state === 'new' || isLost) && (
        <Button disabled={!isReady} onClick={() => onAsk({ unit, isRenewal: false })}>
          {t(state === 'new' ? 'actions.register' : 'actions.register_again')}
        </Button>
      )}
      {state === 'live' && (
        <Button variant="default" onClick={() => onAsk({ unit, isRenewal: true })}>
          {t('actions.renew')}
        </Button>
      )}
      <ConfirmDialog
        call={eInvoicingCalls.retire}
        params={{ id: unit.id }}
        label={t('actions.retire')}
        named={`${t('actions.retire')} ${unit.name}`}
        question={t('settings.retire_question', { name: unit.name })}
        facts={[]}
      />
    </span>
  )
}
