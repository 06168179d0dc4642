import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { keysOf, pageAt } from '../routes/pageAt.ts'
import { focusedRowAddress, pressInRow, walkRows } from './listRows.ts'
import { placeKeys, type RowAct, rowKeys } from './pageKeys.ts'

const KeyboardHelp = lazy(async () => {
  const [{ KeyboardHelp }] = await Promise.all([import('./KeyboardHelp.tsx'), loadWords(['keyboard'])])
  return { default: KeyboardHelp }
})
const PeekDrawer = lazy(async () => ({ default: (await import('./PeekDrawer.tsx')).PeekDrawer }))
const prefixMs = 1500

/** Acts on keys without Ctrl, those included that were pressed while this layer was on its way. */
export function KeyboardLayer({ takeEarlyKeys }: { takeEarlyKeys: () => KeyboardEvent[] }) {
  const navigate = useNavigate()
  const prefixed = useRef(Number.NEGATIVE_INFINITY)
  const [helping, setHelping] = useState(false)
  const [peeked, setPeeked] = useState<string | null>(null)
  const can = useCan()
  const goTo = (event: KeyboardEvent) => {
    const isPrefixed = event.timeStamp - prefixed.current < prefixMs
    prefixed.current = event.code === 'KeyG' && !isPrefixed ? event.timeStamp : Number.NEGATIVE_INFINITY
    const address = isPrefixed ? placeKeys[event.code as keyof typeof placeKeys] : undefined
    const found = address && pageAt(address)
    if (found && can(...keysOf(found.page, found.params))) void navigate({ to: address })
    return address !== undefined || event.code === 'KeyG'
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event)) return
    if (event.key === '?' || event.key === '؟') setHelping(true)
    else if (event.shiftKey) return
    else if (goTo(event)) return
    else if (event.code === 'Slash') focusSearch()
    else if (event.code === 'KeyN') document.querySelector<HTMLElement>('#content [data-act="new"]')?.click()
    else if (!actOnRow(rowKeys[event.code as keyof typeof rowKeys], setPeeked)) return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    takeEarlyKeys().forEach(listen)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [takeEarlyKeys])
  return (
    <Suspense>
      {helping && <KeyboardHelp onClose={() => setHelping(false)} />}
      {peeked && <PeekDrawer address={peeked} onPeek={setPeeked} onClose={() => setPeeked(null)} />}
    </Suspense>
  )
}

function actOnRow(act: RowAct | undefined, peek: (address: string | null) => void): boolean {
  if (act === 'next' || act === 'previous') return walkRows(act === 'next' ? 1 : -1) !== undefined
  if (act === 'peek') {
    const address = focusedRowAddress()
    if (address) peek(address)
    return address !== null
  }
  return act !== undefined && pressInRow(act)
}

const focusSearch = () => document.querySelector<HTMLElement>('#content input[type="search"]')?.focus()

/** The key is meant for the page: not for a field, a button that takes it, or a dialog. */
function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target, code }: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || document.querySelector('[role="dialog"]')) return false
  if (!(target instanceof Element)) return true
  if (target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"]'))
    return false
  const takesIt = code === 'Enter' || code === 'Space' || code.startsWith('Arrow')
  return !(takesIt && target.closest('button, a, input, [role="menu"], [role="tablist"], [role="radiogroup"], summary'))
}
