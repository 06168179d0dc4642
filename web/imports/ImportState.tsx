import { useTranslation } from 'react-i18next'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

const colors: Readonly<Record<string, string>> = {
  checking: 'blue',
  checked: 'blue',
  committing: 'blue',
  committed: 'green',
  undoing: 'orange',
  undone: 'orange',
}

/** How far an import is. */
export function ImportState({ state }: { state: string }) {
  const { t } = useTranslation('imports')
  return <StatusDot status={state} color={colors[state] ?? 'gray'} label={t(`states.${state}`)} />
}
