import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Home, homeCall } from '#contract/reports.ts'
import IconPlus from '~icons/tabler/plus'
import { useUser } from '../api/session.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { AgeBars } from './AgeBars.tsx'
import { Attention } from './Attention.tsx'
import { Figures } from './Figures.tsx'
import classes from './Home.module.css'
import { LatestInvoices } from './LatestInvoices.tsx'
import { MainFigures } from './MainFigures.tsx'
import { MonthsChart } from './MonthsChart.tsx'
import { Ranking } from './Ranking.tsx'
import { FirstSteps } from './steps/FirstSteps.tsx'

/** The state of the business on one page; every figure leads to what is behind it. */
export function HomePage() {
  const { t } = useTranslation('reports')
  const { name } = useUser()
  const can = useCan()
  const navigate = useNavigate()
  const home = useCallQuery(homeCall)
  const data = home.data as Home | undefined
  const title = t('home.greeting', { name })
  if (!data) return <LoadingPage of={home} title={title} />
  const isNew = data.latest_invoices.length === 0
  return (
    <>
      <PageHeader title={title}>
        {can('create-invoice') && (
          <Button
            leftSection={<IconPlus aria-hidden />}
            onClick={() => void navigate({ to: '/sales/invoices/create' })}
          >
            {t('home.new_invoice')}
          </Button>
        )}
      </PageHeader>
      {isNew ? (
        <FirstSteps />
      ) : (
        <div className={classes.page}>
          <Attention counts={data.attention} />
          <MainFigures home={data} />
          <Figures home={data} />
          <div className={classes.wide}>
            <MonthsChart months={data.months} />
            <LatestInvoices invoices={data.latest_invoices} />
            <div className={classes.pair}>
              <section>
                <h2>{t('home.best_customers')}</h2>
                <Ranking best={data.best_customers} by="party_id" />
              </section>
              <section>
                <h2>{t('home.best_products')}</h2>
                <Ranking best={data.best_products} by="product_id" />
              </section>
            </div>
          </div>
          <div className={classes.narrow}>
            <section>
              <h2>{t('home.receivable_by_age')}</h2>
              <AgeBars buckets={data.receivable_by_age} report="/reports/open-receivables" />
            </section>
            <section>
              <h2>{t('home.payable_by_age')}</h2>
              <AgeBars buckets={data.payable_by_age} report="/reports/open-payables" />
            </section>
          </div>
        </div>
      )}
    </>
  )
}
