import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import IconStatement from '~icons/tabler/list-details'
import IconTrialBalance from '~icons/tabler/scale'
import { PageHeader } from '../kit/PageHeader.tsx'
import classes from './ReportsPage.module.css'

const reports = [
  ['trial_balance', '/reports/trial-balance', IconTrialBalance],
  ['statement', '/reports/account-statement', IconStatement],
] as const

/** The reports there are, each with what it answers. */
export function ReportsPage() {
  const { t } = useTranslation('reports')
  return (
    <>
      <PageHeader title={t('title')} />
      <ul className={classes.reports}>
        {reports.map(([name, to, Icon]) => (
          <li key={name}>
            <Link to={to} className={classes.report}>
              <Icon aria-hidden />
              <span>
                <strong>{t(`${name}.title`)}</strong>
                <span className={classes.detail}>{t(`${name}.detail`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
