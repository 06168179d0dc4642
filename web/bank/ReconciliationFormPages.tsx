import { Navigate, useSearch } from '@tanstack/react-router'
import { bankReconciliations } from '#contract/bank.ts'
import { addDays } from '#ledger/calendar/calendar.ts'
import { bankPath } from '../routes/paths.ts'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { today } from '../ui/today.ts'
import { ReconciliationForm } from './ReconciliationForm.tsx'

/** A new statement of a bank, of the account the address names. */
export function ReconciliationCreatePage() {
  const { account_id } = useSearch({ strict: false }) as { account_id?: string | number }
  const values = { account_id: account_id ? String(account_id) : '', statement_date: lastMonthEnd(today()) }
  return <ReconciliationForm id={null} values={{ ...values, statement_balance: '', matched_through: '', notes: '' }} />
}

/** A draft can be continued. A finished one is read-only. */
export function ReconciliationEditPage() {
  return (
    <RecordPage resource={bankReconciliations} list={bankPath}>
      {(record) =>
        record.status === 'finished' ? (
          <Navigate to={`${bankPath}/${record.id}/view`} replace />
        ) : (
          <ReconciliationForm
            id={record.id}
            account={record.account}
            values={{
              account_id: String(record.account_id),
              statement_date: record.statement_date,
              statement_balance: String(record.statement_balance),
              matched_through: record.matched_through ?? '',
              notes: record.notes ?? '',
              version: record.version,
            }}
          />
        )
      }
    </RecordPage>
  )
}

/** Banks close their statements with the month. */
const lastMonthEnd = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1)
