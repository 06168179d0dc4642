import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bankReconciliations } from '#contract/bank.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import { bankPath } from '../routes/paths.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import classes from './Bank.module.css'
import type { Reconciliation } from './Reconciliation.ts'
import { ReconciliationActions } from './ReconciliationActions.tsx'
import { ReconciliationPaper } from './ReconciliationPaper.tsx'
import { ReconciliationStatus } from './ReconciliationStatus.tsx'

/** A printed reconciliation: the difference between the balances of the bank and the books. */
export function ReconciliationViewPage() {
  return (
    <RecordPage resource={bankReconciliations} list={bankPath}>
      {(record) => <ReconciliationView reconciliation={record} />}
    </RecordPage>
  )
}

function ReconciliationView({ reconciliation }: { reconciliation: Reconciliation }) {
  const { t } = useTranslation('bank')
  const navigate = useNavigate()
  const { count } = reconciliation.matched
  return (
    <PrintFrame
      title={t('names.bank_reconciliation.one')}
      number={reconciliation.statement_date}
      onBack={() => void navigate({ to: bankPath })}
      pdf={<PdfButton call={paperCalls.bank_reconciliation} id={reconciliation.id} />}
      actions={<ReconciliationActions reconciliation={reconciliation} />}
      above={
        <section className={classes.panel}>
          <p className={classes.standing}>
            <ReconciliationStatus status={reconciliation.status} />
            <bdi>{t('totals.count', { count })}</bdi>
          </p>
          {reconciliation.has_more && <p className={classes.hint}>{t('sheet.first_only')}</p>}
        </section>
      }
    >
      <ReconciliationPaper reconciliation={reconciliation} />
    </PrintFrame>
  )
}
