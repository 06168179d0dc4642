import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bankReconciliations } from '#contract/bank.ts'
import IconReopen from '~icons/tabler/arrow-back-up'
import IconPlus from '~icons/tabler/plus'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { bankPath } from './bankPath.ts'
import type { Reconciliation } from './ReconciliationViewPage.tsx'

/** On with the next statement of the account; or the latest is opened again, to let go of what it matched. */
export function ReconciliationActions({ reconciliation }: { reconciliation: Reconciliation }) {
  const { t } = useTranslation('bank')
  const navigate = useNavigate()
  const written = useWritten(bankPath)
  const { id, version, account_id, is_latest } = reconciliation
  const reopen = useMutation({
    mutationFn: () => request(bankReconciliations.calls.reopen, { params: { id }, body: { version } }),
    onSuccess: () => {
      showSuccess('updated')
      written()
      void navigate({ to: `${bankPath}/${id}` })
    },
    onError: (error) => showFailure('update_failed', error),
  })
  if (!is_latest) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconReopen className="turns" aria-hidden />}
        loading={reopen.isPending}
        onClick={() => reopen.mutate()}
      >
        {t('actions.reopen')}
      </Button>
      <Button
        leftSection={<IconPlus aria-hidden />}
        renderRoot={(props) => <Link {...props} to={`${bankPath}/create`} search={{ account_id } as never} />}
      >
        {t('actions.next')}
      </Button>
    </>
  )
}
