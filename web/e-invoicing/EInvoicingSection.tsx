import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EInvoicingSettings, eInvoicingCalls } from '#contract/e-invoicing.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import classes from './EInvoicing.module.css'
import { Units } from './Units.tsx'

const PhaseDrawer = lazy(async () => ({ default: (await import('./PhaseDrawer.tsx')).PhaseDrawer }))

/** Settings: the phase of e-invoicing, its preconditions, and the units that stamp. */
export function EInvoicingSection() {
  const { t } = useTranslation('eInvoicing')
  const answer = useCallQuery(eInvoicingCalls.settings)
  const settings = answer.data as EInvoicingSettings | undefined
  if (!settings) return <LoadingPage of={answer} title={t('settings.title')} />
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className={classes.parts}>
        <NotSwitched settings={settings} />
        {settings.is_stand_in && <p className={classes.hint}>{t('summary.stand_in')}</p>}
        <Readiness settings={settings} />
        <Units settings={settings} />
        <Phase settings={settings} />
      </div>
    </>
  )
}

/** A registered unit alone changes nothing: invoices follow phase 1 until phase 2 is switched on. */
function NotSwitched({ settings: { phase, since, units } }: { settings: EInvoicingSettings }) {
  const { t } = useTranslation('eInvoicing')
  const can = useCan()
  const [isChanging, setIsChanging] = useState(false)
  if (phase === '2' || !units.some(({ state }) => state === 'live')) return null
  return (
    <div className={classes.alert} role="status">
      {t('settings.not_switched')}{' '}
      {can('update-setting') && (
        <Button size="compact-sm" onClick={() => setIsChanging(true)}>
          {t('actions.switch_phase')}
        </Button>
      )}
      <Suspense>{isChanging && <PhaseDrawer phase="2" since={since} onClose={() => setIsChanging(false)} />}</Suspense>
    </div>
  )
}

function Readiness({ settings: { readiness } }: { settings: EInvoicingSettings }) {
  const { t } = useTranslation('eInvoicing')
  const isWhole = readiness.every(({ is_ready }) => is_ready)
  return (
    <section className={classes.part}>
      <div className={classes.head}>
        <h2>{t('settings.readiness')}</h2>
        {!isWhole && (
          <Link to="/settings/organization" className="link">
            {t('settings.to_organization')}
          </Link>
        )}
      </div>
      <p className={classes.hint}>{t('settings.readiness_detail')}</p>
      <ul className={classes.list}>
        {readiness.map(({ point, is_ready, is_required }) => {
          const standing = is_ready ? 'ready' : is_required ? 'missing' : 'advised'
          const color = { ready: 'green', missing: 'red', advised: 'orange' }[standing]
          return (
            <li key={point}>
              {t(`settings.points.${point}`)}
              <StatusDot status={standing} color={color} label={t(`settings.${standing}`)} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Phase({ settings }: { settings: EInvoicingSettings }) {
  const { t } = useTranslation('eInvoicing')
  const can = useCan()
  const [isChanging, setIsChanging] = useState(false)
  const { phase, since } = settings
  return (
    <section className={classes.part}>
      <h2>{t('settings.phase')}</h2>
      <p className={classes.hint}>{t('settings.phase_detail')}</p>
      <ul className={classes.list}>
        <li>
          <span>
            {t(`phases.${phase}`)} {since && <bdi className={classes.hint}>{t('settings.since', { date: since })}</bdi>}
          </span>
          {can('update-setting') && (
            <Button variant="default" onClick={() => setIsChanging(true)}>
              {t('actions.change_phase')}
            </Button>
          )}
        </li>
      </ul>
      <Suspense>
        {isChanging && <PhaseDrawer phase={phase} since={since} onClose={() => setIsChanging(false)} />}
      </Suspense>
    </section>
  )
}
