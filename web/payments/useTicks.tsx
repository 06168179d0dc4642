import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import type { Values } from '../ui/form/FormScope.ts'
import type { Lines } from '../ui/lines/useLines.ts'
import classes from './Payment.module.css'
import { allocatedOf, type OpenDocument, type ReferenceRow, referenceOf } from './referenceRow.ts'
import { ticked } from './ticked.ts'

type TicksFacts = {
  side: Side
  form: UseFormReturnType<Values>
  lines: Lines<ReferenceRow>
  /** In the payment's currency, with an open amount. Keep this array's identity. */
  open: readonly OpenDocument[]
}
type Ticks = {
  /** The open items that the payment does not take yet. */
  offered: readonly ReferenceRow[]
  /** The tick of a row; null for a row without an open item. */
  tickOf: (row: ReferenceRow) => ReactNode
}

/** The open items of the party, to select in the table itself. The amount follows the selection unless the user typed one. */
export function useTicks({ side, form, lines, open }: TicksFacts): Ticks {
  const { t } = useTranslation('payments')
  const facts = useRef({ form, lines })
  facts.current = { form, lines }
  const byId = useMemo(() => new Map(open.map((document) => [String(document.id), document])), [open])
  // One function as long as the open items are the same: rows that did not change are not drawn again.
  const tickOf = useCallback(
    ({ reference_id: id, number }: ReferenceRow) => {
      const document = byId.get(id)
      if (!document) return null
      const tick = () => {
        select(side, facts.current, document)
        // The row moves between the two parts of the table, and the focus with it.
        requestAnimationFrame(() => window.document.getElementById(tickId(id))?.focus())
      }
      return (
        <Checkbox
          id={tickId(id)}
          className={classes.tick}
          aria-label={t('settles', { number })}
          checked={facts.current.lines.rows().some((row) => row.reference_id === id)}
          onChange={tick}
        />
      )
    },
    [byId, side, t],
  )
  const chosen = new Set(lines.lines.map(({ row }) => row.reference_id))
  const offered = open.filter(({ id }) => !chosen.has(String(id))).map((document) => referenceOf(side, document, ''))
  return { offered, tickOf }
}

const tickId = (id: string) => `settles-${id}`

function select(side: Side, { form, lines }: Pick<TicksFacts, 'form' | 'lines'>, document: OpenDocument): void {
  const amount = String(form.getValues().amount ?? '')
  const before = lines.rows()
  const grows = decimal(parseDecimal(amount) ?? '0').eq(allocatedOf(before))
  const rows = ticked(side, before, document, grows ? null : amount)
  lines.replace(rows)
  if (grows) form.setFieldValue('amount', rows.some((row) => row.amount) ? text(allocatedOf(rows)) : '')
}
