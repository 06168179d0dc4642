import { useTranslation } from 'react-i18next'
import type { Verdict } from '#contract/e-invoice/verdict.ts'
import { StatusDot } from '../ui/cells/StatusDot.tsx'

const colors = { green: 'green', amber: 'yellow', red: 'red' }

/** The light of a verdict with its sentence. */
export function VerdictLight({ light }: Pick<Verdict, 'light'>) {
  const { t } = useTranslation('eInvoice')
  return <StatusDot status={light} color={colors[light]} label={t(`light.${light}`)} />
}
