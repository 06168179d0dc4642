import { Title } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import { useFreshOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { showRefusal } from '../api/toasts.ts'
import { useCurrencyOf } from '../api/useCurrencyOf.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { LinesEditor } from '../ui/lines/LinesEditor.tsx'
import type { Lines } from '../ui/lines/useLines.ts'
import { AdvanceHint } from './advances/AdvanceHint.tsx'
import { OldestFirst } from './OldestFirst.tsx'
import classes from './Payment.module.css'
import { referenceColumns } from './referenceColumns.tsx'
import {
  allocatedOf,
  amountOf,
  capOf,
  emptyReference,
  type OpenDocument,
  offeredDocuments,
  type ReferenceRow,
  referenceOf,
} from './referenceRow.ts'
import { useCurrencyOfOpen } from './useCurrencyOfOpen.ts'
import { useTicks } from './useTicks.tsx'

type ReferencesProps = { side: Side; form: SchemaForm; lines: Lines<ReferenceRow> }

/** The documents a payment settles, with amounts; never above the open amount or the rest. */
export function References({ side, form: { form }, lines }: ReferencesProps) {
  const { t } = useTranslation(['payments', 'errors'])
  const partyId = useWatched(form, side.partyField)
  const amount = useWatched(form, 'amount')
  const currencyId = useWatched(form, 'currency_id')
  const currency = useCurrencyOf()(currencyId)
  const open = useFreshOptions(optionsOf(documents[side.document]), { [side.partyField]: partyId || undefined })
  const offered = useMemo(() => {
    const came = form.getInitialValues()
    const known = partyId === '' ? [] : (open.data ?? [])
    // A reference of another party or currency does not restore the payment's own.
    const isAsItCame = came[side.partyField] === partyId && came.currency_id === currencyId
    return isAsItCame ? offeredDocuments(side, known, came.references as ReferenceRow[], currencyId) : known
  }, [open.data, partyId, currencyId, side, form.getInitialValues])
  const facts = useRef({ offered, amount, lines })
  facts.current = { offered, amount, lines }

  const decimals = currency?.decimals
  const columns = useMemo(() => {
    const choose = (row: ReferenceRow, id: string): ReferenceRow | null => {
      if (id === '') return emptyReference()
      const document = facts.current.offered.find((option) => String(option.id) === id)
      if (!document) return null
      const others = facts.current.lines.rows().filter((other) => other !== row)
      if (others.some((other) => other.reference_id === id)) return refuse('already_added')
      if (decimal(document.total).eq(document.paid_amount)) return refuse('already_paid')
      const chosen = referenceOf(side, document, '')
      return { ...chosen, amount: text(capOf(chosen, others, facts.current.amount)) }
    }
    const refuse = (code: string) => {
      showRefusal(t(`errors:${code}_by_field.${side.payment}.reference_id`))
      return null
    }
    const cap = (row: ReferenceRow) => capOf(row, facts.current.lines.rows(), facts.current.amount)
    return referenceColumns({ side, offered, choose, cap, decimals, fillLabel: t(`actions.pay_${side.document}`) })
  }, [offered, side, decimals, t])

  useCurrencyOfOpen(form, partyId, open.data as readonly OpenDocument[] | undefined)
  const tickable = useMemo(() => offered.filter((document) => isOpenIn(document, currencyId)), [offered, currencyId])
  const ticks = useTicks({ side, form, lines, open: tickable })
  const rows = lines.lines.map((line) => line.row)
  const allocated = allocatedOf(rows)
  const remaining = decimal(parseDecimal(amount) ?? '0').minus(allocated)
  return (
    <section className={classes.references} aria-label={t(`sections.${side.document}s`)}>
      <div className={classes.referencesHead}>
        <Title order={2} size="h3">
          {t(`sections.${side.document}s`)}
        </Title>
        <OldestFirst side={side} form={form} lines={lines} offered={offered} />
      </div>
      <LinesEditor
        name="references"
        lines={lines}
        columns={columns}
        confirmable={isChosen}
        lead={ticks.tickOf}
        offered={ticks.offered}
        footer={
          allocated.gt(0) && (
            <p className={classes.remaining} data-over={remaining.lt(0) || undefined} aria-live="polite">
              {t('remaining')} <Amount value={remaining} currency={currency} />
            </p>
          )
        }
      />
      {side.name === 'sales' && partyId !== '' && remaining.gt(0) && <AdvanceHint />}
    </section>
  )
}

const isOpenIn = (document: OpenDocument, currencyId: string) =>
  String(document.currency_id) === currencyId && decimal(document.remaining_amount).gt(0)

const isChosen = (row: ReferenceRow) => row.reference_id !== '' && amountOf(row).gt(0)
