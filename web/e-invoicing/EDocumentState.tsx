import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

const colors: Readonly<Record<string, string>> = {
  accepted: 'green',
  accepted_with_warnings: 'yellow',
  rejected: 'red',
  not_sent: 'red',
  cleared_without_xml: 'red',
  unknown: 'orange',
  waiting: 'blue',
}

/** The state of a document at the authority's platform. */
export function EDocumentState({ state }: { state: string }) {
  const { t } = useTranslation('eInvoicing')
  return <StatusDot status={state} color={colors[state] ?? 'gray'} label={t(`states.${state}`)} />
}
