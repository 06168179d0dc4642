import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import type { OpenedPart } from './MatchingRow.tsx'
import type { LineActions } from './useLineActions.ts'

export type OpenedForm = { id: number; what: OpenedPart } | null
type Keyed = {
  lines: readonly BankStatementLine[]
  actions: LineActions
  opened: OpenedForm
  hasMarks: boolean
  /** The section of the marked lines. */
  many: RefObject<HTMLElement | null>
  onOpen: (id: number, what: OpenedPart) => void
  onClose: () => void
  onMark: (id: number) => void
  onTakeSure: () => void
}

/** The current line and the keys it takes. The focus stays in the list when a line leaves it. */
export function useMatchingKeys({ lines, ...keyed }: Keyed) {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(lines[0]?.id ?? 0)
  const focusLine = (id: number) => list.current?.querySelector<HTMLElement>(`[data-line="${id}"]`)?.focus()
  useLineThatLeft(lines, current, setCurrent, focusLine)
  const walk = (step: number) => {
    const at = lines.findIndex((line) => line.id === current)
    const next = lines[Math.max(0, Math.min(lines.length - 1, at + step))]
    if (!next) return
    setCurrent(next.id)
    focusLine(next.id)
  }
  const press = (event: KeyboardEvent, line: BankStatementLine) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Keys inside a field or on a button are theirs, but for the one that leaves the form.
    if (event.target !== event.currentTarget) {
      if (event.key !== 'Escape' || keyed.opened === null || hasOpenList()) return
      keyed.onClose()
      focusLine(line.id)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Home' || event.key === 'End') walk(event.key === 'End' ? lines.length : -lines.length)
    else if (!pressed(event, line, keyed, () => walk(1))) return
    event.preventDefault()
  }
  return { list, current, setCurrent, press, focusCurrent: () => focusLine(current) }
}

/** What a key does with a line; false if nothing. Letters by their place, so that they are the same on an Arabic keyboard. */
function pressed(
  event: KeyboardEvent,
  line: BankStatementLine,
  keyed: Omit<Keyed, 'lines'>,
  next: () => void,
): boolean {
  const { actions, hasMarks, many } = keyed
  const isOpen = line.state === 'open'
  const place = event.key === 'Enter' ? 0 : Number(/^(?:Digit|Numpad)([1-3])$/.exec(event.code)?.[1] ?? 0) - 1
  const guess = isOpen && place >= 0 ? line.guesses[place] : undefined
  if (guess) {
    actions.take(line, guess)
    next()
  } else if ((event.key === 'Enter' || event.code === 'KeyE') && isOpen) {
    if (hasMarks) many.current?.querySelector<HTMLElement>('input')?.focus()
    else keyed.onOpen(line.id, 'enter')
  } else if (event.code === 'KeyP' && isOpen) keyed.onOpen(line.id, 'pick')
  else if (event.code === 'Space' && isOpen) keyed.onMark(line.id)
  else if (event.code === 'KeyI' && line.state !== 'matched') actions.ignore(line)
  else if (event.code === 'KeyU' && line.state === 'matched') actions.unmatch(line)
  else if (event.code === 'KeyZ') actions.undo()
  else if (event.code === 'KeyS') keyed.onTakeSure()
  else return false
  return true
}

/** Escape closes the list of a select first. */
const hasOpenList = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role=listbox]')].some((list) => list.offsetParent !== null)

/** When the current line leaves the list, the one in its place is current, and has the focus if it would be lost. */
function useLineThatLeft(
  lines: readonly BankStatementLine[],
  current: number,
  setCurrent: (id: number) => void,
  focusLine: (id: number) => void,
): void {
  const place = useRef(0)
  const isFirst = useRef(true)
  const follow = useEffectEvent(() => {
    const at = lines.findIndex(({ id }) => id === current)
    const line = lines[at < 0 ? Math.min(place.current, lines.length - 1) : at]
    if (at >= 0) place.current = at
    if (!line) return
    if (at < 0) setCurrent(line.id)
    // The page opens with its first line in hand.
    if ((at < 0 || isFirst.current) && hasNoFocus()) requestAnimationFrame(() => hasNoFocus() && focusLine(line.id))
    isFirst.current = false
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the lines and the current one
  useEffect(() => follow(), [lines, current])
}

const hasNoFocus = (): boolean =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement.matches('h1')
