import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type DeskRow, deskCall } from '#contract/reports/desk.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import classes from './Desk.module.css'
import { EnterOrganization } from './EnterOrganization.tsx'
import { NewOrganization } from './NewOrganization.tsx'
import { OrganizationCard } from './OrganizationCard.tsx'
import type { Entering } from './useEnterOrganization.ts'

/** The accountant's desk: every organization of the person, and what waits in each. */
export function DeskPage() {
  const { entering } = useLocation().state as { entering?: Entering }
  return entering ? <EnterOrganization {...entering} /> : <Desk />
}

function Desk() {
  const { t } = useTranslation('memberships')
  const answer = useCallQuery(deskCall)
  const rows = answer.data as DeskRow[] | undefined
  if (!rows) return <LoadingPage of={answer} />
  return (
    <>
      <PageHeader title={t('desk.title')}>
        <NewOrganization />
      </PageHeader>
      <p className={classes.hint}>{t(rows.length > 1 ? 'desk.detail' : 'desk.one')}</p>
      <div className={classes.cards}>
        {rows.map((row) => (
          <OrganizationCard key={row.id} row={row} />
        ))}
      </div>
    </>
  )
}
