import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { text } from '#ledger/money.ts'
import IconOldest from '~icons/tabler/sort-ascending-2'
import type { Values } from '../ui/form/FormScope.ts'
import type { Lines } from '../ui/lines/useLines.ts'
import { oldestFirst } from './oldestFirst.ts'
import { allocatedOf, type OpenDocument, type ReferenceRow } from './referenceRow.ts'

type OldestFirstProps = {
  side: Side
  form: UseFormReturnType<Values>
  lines: Lines<ReferenceRow>
  offered: readonly OpenDocument[]
}

/** Fills the rows with what is longest due, in the payment's currency; without an amount, with everything and its sum. */
export function OldestFirst({ side, form, lines, offered }: OldestFirstProps) {
  const { t } = useTranslation('payments')
  // Documents a payment already settles are not among the open ones.
  if (lines.rows().some((row) => row.stored)) return null
  const fill = () => {
    const { amount, currency_id } = form.getValues()
    const payable = offered.filter((document) => String(document.currency_id) === currency_id)
    const rows = oldestFirst(side, payable, String(amount))
    if (rows.length === 0) return
    lines.replace(rows)
    if (amount === '') form.setFieldValue('amount', text(allocatedOf(rows)))
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconOldest aria-hidden />}
      disabled={offered.length === 0}
      onClick={fill}
    >
      {t('actions.oldest_first')}
    </Button>
  )
}
