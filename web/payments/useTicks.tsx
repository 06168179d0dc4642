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
  /** In the payment's currency, with an open amount. */
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
  const facts = useRef({ form, lines, open })
  facts.current = { form, lines, open }
  const tick = useCallback(
    (id: string) => {
      const now = facts.current
      const document = now.open.find((item) => String(item.id) === id)
      if (document) select(side, now, document)
      // The row moves between the two parts of the table, and the focus with it.
      requestAnimationFrame(() => window.document.getElementById(tickId(id))?.focus())
    },
    [side],
  )
  const ids = open.map(({ id }) => id).join()
  const tickOf = useCallback(
    (row: ReferenceRow) => {
      if (row.reference_id === '' || !ids.split(',').includes(row.reference_id)) return null
      const isChosen = facts.current.lines.rows().some(({ reference_id }) => reference_id === row.reference_id)
      return (
        <Checkbox
          id={tickId(row.reference_id)}
          className={classes.tick}
          aria-label={t('settles', { number: row.number })}
          checked={isChosen}
          onChange={() => tick(row.reference_id)}
        />
      )
    },
    [ids, t, tick],
  )
  const chosen = lines.lines.map(({ row }) => row.reference_id).join()
  const offered = useMemo(
    () =>
      open
        .filter(({ id }) => !chosen.split(',').includes(String(id)))
        .map((document) => referenceOf(side, document, '')),
    [open, chosen, side],
  )
  return { offered, tickOf }
}

const tickId = (id: string) => `settles-${id}`

function select(side: Side, { form, lines }: Pick<TicksFacts, 'form' | 'lines'>, document: OpenDocument): void {
  const amount = String(form.getValues().amount ?? '')
  const before = lines.rows()
  const grows = decimal(parseDecimal(amount) ?? '0').eq(allocatedOf(before))
  const rows = ticked(side, before, document, grows ? null : amount)
  lines.keep(() => false)
  for (const _ of rows) lines.add()
  lines.map((row, index) => rows[index] ?? row)
  if (grows) form.setFieldValue('amount', rows.some((row) => row.amount) ? text(allocatedOf(rows)) : '')
}
