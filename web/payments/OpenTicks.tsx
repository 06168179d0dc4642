import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import type { Lines } from '../ui/lines/useLines.ts'
import classes from './Payment.module.css'
import { allocatedOf, type OpenDocument, type ReferenceRow } from './referenceRow.ts'
import { ticked } from './ticked.ts'

type OpenTicksProps = {
  side: Side
  form: UseFormReturnType<Values>
  lines: Lines<ReferenceRow>
  /** In the payment's currency, with an open amount. */
  open: readonly OpenDocument[]
  currency: { code: string; decimals: number } | undefined
}

/** The open items of the party, one row each, to select. The amount follows the selection unless the user typed one. */
export function OpenTicks({ side, form, lines, open, currency }: OpenTicksProps) {
  const { t } = useTranslation('payments')
  if (open.length === 0) return null
  const chosen = new Set(lines.lines.map(({ row }) => row.reference_id))
  const tick = (document: OpenDocument) => {
    const amount = String(form.getValues().amount ?? '')
    const before = lines.rows()
    const grows = decimal(parseDecimal(amount) ?? '0').eq(allocatedOf(before))
    const rows = ticked(side, before, document, grows ? null : amount)
    lines.keep(() => false)
    for (const _ of rows) lines.add()
    lines.map((row, index) => rows[index] ?? row)
    if (grows) form.setFieldValue('amount', rows.some((row) => row.amount) ? text(allocatedOf(rows)) : '')
  }
  return (
    <fieldset className={classes.ticks}>
      <legend>{t(`open_${side.document}s`)}</legend>
      {open.map((document) => (
        <Checkbox
          key={document.id}
          checked={chosen.has(String(document.id))}
          onChange={() => tick(document)}
          label={
            <span className={classes.tick}>
              <Num>{String(document[side.numberField])}</Num>
              <span className={classes.quiet}>
                <Num>{document.due_date}</Num>
              </span>
              <Amount value={document.remaining_amount} currency={currency} />
            </span>
          }
        />
      ))}
    </fieldset>
  )
}
