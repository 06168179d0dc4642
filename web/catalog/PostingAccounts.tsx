import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'

type Account = { id: number; name: string; name_en?: string | null } | null | undefined
type PostingAccountsProps = { of: 'product' | 'product_category'; income?: Account; expense?: Account }

/** The accounts of sales and purchases; empty ones follow the category, then the type. */
export function PostingAccounts({ of, income, expense }: PostingAccountsProps) {
  const { t } = useTranslation('catalog')
  return (
    <>
      <SelectField
        name="income_account_id"
        call={chartCalls.accountOptions}
        query={{ purpose: 'income' }}
        known={income}
        description={t(`accounts.${of}_income`)}
      />
      <SelectField
        name="expense_account_id"
        call={chartCalls.accountOptions}
        query={{ purpose: 'expense' }}
        known={expense}
        description={t(`accounts.${of}_expense`)}
      />
    </>
  )
}
