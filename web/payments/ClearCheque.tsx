import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { useMayOpen } from '../routes/OpenLink.tsx'

const entryPath = '/accounting/journal-entries/create'

/** To the entry of the day the bank pays a cheque or collects it, filled with its figures. */
export function ClearCheque({ side, id }: { side: Side; id: number }) {
  const { t } = useTranslation('payments')
  if (!useMayOpen(entryPath)) return null
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to={entryPath} search={{ cheque: String(id), side: side.name }} />}
    >
      {t('clear_cheque')}
    </Button>
  )
}
