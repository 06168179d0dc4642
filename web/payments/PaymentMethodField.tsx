import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lookUps } from '#contract/organization.ts'
import { useOptions } from '../api/options.ts'
import { SelectField } from '../ui/fields/SelectField.tsx'
import type { Choosable } from '../ui/fields/useChoices.ts'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'

type PaymentMethodFieldProps = { known?: Choosable | undefined; onChoose?: (method: Choosable | null) => void }

/** The way of paying; one whose account no money can move through says so when it is chosen, before anything is sent. */
export function PaymentMethodField(props: PaymentMethodFieldProps) {
  const { t } = useTranslation('payments')
  const chosen = useWatched(useFormScope().form, 'payment_method_id')
  const method = useOptions(lookUps.paymentMethods).data?.find(({ id }) => String(id) === chosen)
  return (
    <SelectField
      name="payment_method_id"
      call={lookUps.paymentMethods}
      {...props}
      description={
        method?.moves_money === false && (
          <Text span size="xs" c="var(--bad)">
            {t('method_moves_no_money')}
          </Text>
        )
      }
    />
  )
}
