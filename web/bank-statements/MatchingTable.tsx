import { NativeSelect } from '@mantine/core'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import type { BankStatementRow } from '#contract/imports/bank-statements.ts'
import classes from './BankStatements.module.css'
import { ManyLines } from './ManyLines.tsx'
import { MatchingRow } from './MatchingRow.tsx'
import { useLineActions } from './useLineActions.ts'

type MatchingTableProps = { lines: readonly BankStatementLine[]; statement: BankStatementRow }

/** Lines with their guesses. The focused one takes the keys: arrows walk, Enter takes, E opens the entry, P what may be chosen, Space marks, I puts aside. */
export function MatchingTable({ lines: found, statement }: MatchingTableProps) {
  const [current, setCurrent] = useState(found[0]?.id ?? 0)
  const [opened, setOpened] = useState<{ id: number; what: 'enter' | 'pick' } | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const [order, setOrder] = useState<'date' | 'amount' | 'text'>('date')
  const lines = useMemo(() => sorted(found, order), [found, order])
  const mark = (id: number) => {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const open = (id: number, what: 'enter' | 'pick') =>
    setOpened(opened?.id === id && opened.what === what ? null : { id, what })
  const chosen = lines.filter(({ id, state }) => state === 'open' && marked.has(id))
  const list = useRef<HTMLUListElement>(null)
  const actions = useLineActions(() => setOpened(null))
  const walk = (step: number) => {
    const at = lines.findIndex((line) => line.id === current)
    const next = lines[Math.max(0, Math.min(lines.length - 1, at + step))]
    if (!next) return
    setCurrent(next.id)
    list.current?.querySelector<HTMLElement>(`[data-line="${next.id}"]`)?.focus()
  }
  const press = (event: KeyboardEvent, line: BankStatementLine) => {
    // Keys inside a field or on a button are theirs.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = line.state === 'open'
    const [guess] = line.guesses
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && isOpen && guess) {
      actions.take(line, guess)
      walk(1)
    } else if ((event.key === 'Enter' || event.code === 'KeyE') && isOpen) open(line.id, 'enter')
    else if (event.code === 'KeyP' && isOpen) open(line.id, 'pick')
    else if (event.code === 'Space' && isOpen) mark(line.id)
    else if (event.code === 'KeyI' && isOpen) actions.ignore(line)
    else if (event.code === 'KeyU' && line.state === 'matched') actions.unmatch(line)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Order order={order} onChange={setOrder} />
      {chosen.length > 0 && (
        <ManyLines lines={chosen} currency={statement.currency} onDone={() => setMarked(new Set())} />
      )}
      <ul className={classes.lines} ref={list}>
        {lines.map((line) => (
          <MatchingRow
            key={line.id}
            line={line}
            currency={statement.currency}
            isCurrent={line.id === current}
            opened={opened?.id === line.id ? opened.what : null}
            isMarked={marked.has(line.id)}
            actions={actions}
            onKeyDown={(event) => press(event, line)}
            onFocus={() => setCurrent(line.id)}
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
