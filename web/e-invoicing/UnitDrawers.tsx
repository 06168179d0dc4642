import { useTranslation } from 'react-i18next'
import { type EInvoiceUnit, eInvoiceEnvironments, eInvoicingCalls } from '#contract/e-invoicing.ts'
import { branches } from '#contract/organization.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { SelectField } from '../ui/fields/SelectField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

/** The sandbox answers with a certificate of another key, so that no unit can stamp with it: trials are made in the simulation. */
const offered = eInvoiceEnvironments.filter((environment) => environment !== 'sandbox')

const branchOptions = optionsOf(branches)

/** A unit of the whole organisation, or of one branch. */
export function NewUnitDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('eInvoicing')
  return (
    <ActionDrawer
      title={t('actions.new_unit')}
      call={eInvoicingCalls.createUnit}
      params={{}}
      values={{ name: '', environment: 'production', branch_id: '' }}
      saveLabel={t('actions.new_unit')}
      onClose={onClose}
    >
      <TextField name="name" />
      <ChoiceField
        name="environment"
        choices={offered.map((value) => ({ value, label: t(`environments.${value}`) }))}
      />
      <SelectField name="branch_id" call={branchOptions} description={t('settings.units_detail')} />
    </ActionDrawer>
  )
}

type OtpDrawerProps = { unit: EInvoiceUnit; isRenewal: boolean; onClose: () => void }

/** Registers a unit, or renews its certificate, with the one-time password of the authority's portal. */
export function OtpDrawer({ unit, isRenewal, onClose }: OtpDrawerProps) {
  const { t } = useTranslation('eInvoicing')
  const label = t(isRenewal ? 'actions.renew' : 'actions.register')
  return (
    <ActionDrawer
      title={`${label} · ${unit.name}`}
      call={isRenewal ? eInvoicingCalls.renew : eInvoicingCalls.onboard}
      params={{ id: unit.id }}
      values={{ otp: '' }}
      saveLabel={label}
      onClose={onClose}
    >
      <LtrTextField name="otp" inputMode="numeric" description={t('settings.otp_detail')} />
    </ActionDrawer>
  )
}
