import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bankReconciliations } from '#contract/bank.ts'
import IconReopen from '~icons/tabler/arrow-back-up'
import IconEdit from '~icons/tabler/pencil'
import IconPlus from '~icons/tabler/plus'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { bankPath } from '../routes/paths.ts'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import type { Reconciliation } from './Reconciliation.ts'

/** A draft is gone on with or thrown away; what is finished has its own next step. */
export function ReconciliationActions({ reconciliation }: { reconciliation: Reconciliation }) {
  const Actions = reconciliation.status === 'draft' ? DraftActions : FinishedActions
  return <Actions reconciliation={reconciliation} />
}

function DraftActions({ reconciliation }: { reconciliation: Reconciliation }) {
  const { t } = useTranslation('bank')
  const can = useCan()
  const navigate = useNavigate()
  const { id, account, statement_date } = reconciliation
  return (
    <>
      <DeleteRecord
        resource={bankReconciliations}
        id={id}
        name={`${localName(account)} ${statement_date}`}
        onGone={() => void navigate({ to: bankPath })}
      />
      {can(bankReconciliations.permissions.update) && (
        <Button
          leftSection={<IconEdit aria-hidden />}
          renderRoot={(props) => <Link {...props} to={`${bankPath}/${id}`} />}
        >
          {t('actions.continue')}
        </Button>
      )}
    </>
  )
}

/** On with the next statement of the account; or the latest is opened again, to let go of what it matched. */
function FinishedActions({ reconciliation }: { reconciliation: Reconciliation }) {
  const { t } = useTranslation('bank')
  const navigate = useNavigate()
  const { id, version, account_id, is_latest } = reconciliation
  const reopen = useActionMutation(bankReconciliations.calls.reopen, () => void navigate({ to: `${bankPath}/${id}` }))
  if (!is_latest) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReopen className="turns" aria-hidden />}
        loading={reopen.isPending}
        onClick={() => reopen.mutate({ params: { id }, body: { version } })}
      >
        {t('actions.reopen')}
      </Button>
      <Button
        leftSection={<IconPlus aria-hidden />}
        renderRoot={(props) => <Link {...props} to={`${bankPath}/create`} search={{ account_id }} />}
      >
        {t('actions.next')}
      </Button>
    </>
  )
}
