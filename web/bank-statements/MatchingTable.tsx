import { NativeSelect, VisuallyHidden } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import type { BankStatementRow } from '#contract/imports/bank-statements.ts'
import classes from './BankStatements.module.css'
import { ManyLines } from './ManyLines.tsx'
import { MatchingRow, type OpenedPart } from './MatchingRow.tsx'
import { useLineActions } from './useLineActions.ts'
import { type OpenedForm, useMatchingKeys } from './useMatchingKeys.ts'

type MatchingTableProps = {
  lines: readonly BankStatementLine[]
  statement: BankStatementRow
  /** Takes every sure guess of the statement. */
  onTakeSure: () => void
}

/**
 * Lines with their guesses. The focused one takes the keys: arrows walk, Enter takes the first guess and a digit another, E opens the
 * entry, P what may be chosen, Space marks, I puts aside, Z undoes the last, S takes what is sure.
 */
export function MatchingTable({ lines: found, statement, onTakeSure }: MatchingTableProps) {
  const { t } = useTranslation('bankStatements')
  const [opened, setOpened] = useState<OpenedForm>(null)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [order, setOrder] = useState<'date' | 'amount' | 'text'>('date')
  const lines = useMemo(() => sorted(found, order), [found, order])
  const mark = (id: number) => {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const open = (id: number, what: OpenedPart) =>
    setOpened(opened?.id === id && opened.what === what ? null : { id, what })
  const chosen = lines.filter(({ id, state }) => state === 'open' && marked.has(id))
  const many = useRef<HTMLElement>(null)
  const close = () => {
    // The form that had the focus goes; its line is in hand again.
    if (opened) keys.focusCurrent()
    setOpened(null)
  }
  const actions = useLineActions(close)
  const keys = useMatchingKeys({
    lines,
    actions,
    opened,
    hasMarks: chosen.length > 0,
    many,
    onOpen: open,
    onClose: () => setOpened(null),
    onMark: mark,
    onTakeSure,
  })
  return (
    <>
      <Order order={order} onChange={setOrder} />
      <VisuallyHidden role="status">
        {actions.last && t('said', { state: t(`states.${actions.last.state}`), text: actions.last.description })}
      </VisuallyHidden>
      {chosen.length > 0 && (
        <ManyLines
          place={many}
          lines={chosen}
          currency={statement.currency}
          onDone={() => {
            keys.focusCurrent()
            setMarked(new Set())
          }}
        />
      )}
      <ul className={classes.lines} ref={keys.list}>
        {lines.map((line) => (
          <MatchingRow
            key={line.id}
            line={line}
            currency={statement.currency}
            isCurrent={line.id === keys.current}
            opened={opened?.id === line.id ? opened.what : null}
            isMarked={marked.has(line.id)}
            actions={actions}
            onKeyDown={(event) => keys.press(event, line)}
            onFocus={() => keys.setCurrent(line.id)}
            onOpen={(what) => open(line.id, what)}
            onMark={() => mark(line.id)}
          />
        ))}
      </ul>
    </>
  )
}

type OrderProps = { order: (typeof orders)[number]; onChange: (order: (typeof orders)[number]) => void }

function Order({ order, onChange }: OrderProps) {
  const { t } = useTranslation('bankStatements')
  return (
    <div className={classes.sort}>
      <NativeSelect
        size="xs"
        label={t('many.order')}
        data={orders.map((value) => ({ value, label: t(`many.orders.${value}`) }))}
        value={order}
        onChange={(event) => onChange(event.currentTarget.value as OrderProps['order'])}
      />
    </div>
  )
}

const orders = ['date', 'amount', 'text'] as const

/** Lines that say the same come one after the other: marked and entered together. */
function sorted(lines: readonly BankStatementLine[], order: (typeof orders)[number]): readonly BankStatementLine[] {
  if (order === 'date') return lines
  if (order === 'amount') return lines.toSorted((a, b) => a.amount - b.amount)
  return lines.toSorted((a, b) => a.description.localeCompare(b.description))
}
