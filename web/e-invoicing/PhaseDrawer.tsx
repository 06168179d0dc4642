import { useTranslation } from 'react-i18next'
import { eInvoicingCalls, eInvoicingPhases } from '#contract/e-invoicing.ts'
import { refreshUser } from '../api/session.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { today } from '../ui/today.ts'

type PhaseDrawerProps = { phase: string; since: string | null; onClose: () => void }

/** Which phase of e-invoicing, and since when. */
export function PhaseDrawer({ phase, since, onClose }: PhaseDrawerProps) {
  const { t } = useTranslation(['eInvoicing', 'common'])
  return (
    <ActionDrawer
      title={t('actions.change_phase')}
      call={eInvoicingCalls.setPhase}
      params={{}}
      values={{ phase, since: since ?? today() }}
      toBody={(values) => (values.phase === '2' ? values : { phase: values.phase })}
      saveLabel={t('common:actions.save')}
      onDone={refreshUser}
      onClose={onClose}
    >
      <ChoiceField name="phase" choices={eInvoicingPhases.map((value) => ({ value, label: t(`phases.${value}`) }))} />
      <DateField name="since" />
    </ActionDrawer>
  )
}
