import { type KeyboardEvent, useRef, useState } from 'react'
import type { BankStatementLine, BankStatementRow } from '#contract/imports/bank-statements.ts'
import classes from './BankStatements.module.css'
import { MatchingRow } from './MatchingRow.tsx'
import { useLineActions } from './useLineActions.ts'

type MatchingTableProps = { lines: readonly BankStatementLine[]; statement: BankStatementRow }

/** Lines with their guesses. The focused one takes the keys: arrows walk, Enter takes, E opens the entry, I puts aside. */
export function MatchingTable({ lines, statement }: MatchingTableProps) {
  const [current, setCurrent] = useState(lines[0]?.id ?? 0)
  const [entering, setEntering] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const actions = useLineActions(() => setEntering(null))
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
    } else if ((event.key === 'Enter' || event.code === 'KeyE') && isOpen) setEntering(line.id)
    else if (event.code === 'KeyI' && isOpen) actions.ignore(line)
    else if (event.code === 'KeyU' && line.state === 'matched') actions.unmatch(line)
    else return
    event.preventDefault()
  }
  return (
    <ul className={classes.lines} ref={list}>
      {lines.map((line) => (
        <MatchingRow
          key={line.id}
          line={line}
          currency={statement.currency}
          isCurrent={line.id === current}
          isEntering={line.id === entering}
          actions={actions}
          onKeyDown={(event) => press(event, line)}
          onFocus={() => setCurrent(line.id)}
          onEnter={() => setEntering(line.id === entering ? null : line.id)}
        />
      ))}
    </ul>
  )
}
