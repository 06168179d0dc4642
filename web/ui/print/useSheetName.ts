import { useEffect } from 'react'

type SheetName = { names: readonly (string | null)[]; days?: readonly (string | null)[] }

/** Names every sheet of what is printed but the first, in the margin above it (sheets.css). */
export function useSheetName({ names, days = [] }: SheetName): void {
  // Each part has its own direction: an English name does not turn an Arabic sheet, and the first date is where reading
  // starts.
  const parts = names.flatMap((name) => (name ? [`\u2068${name}\u2069`] : []))
  const period = days.flatMap((day) => (day ? [`\u2066${day}\u2069`] : [])).join(' – ')
  const name = [...parts, period].filter(Boolean).join(' · ')
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--sheet-name', `"${name.replace(/["\\]/g, '\\$&')}"`)
    return () => void style.removeProperty('--sheet-name')
  }, [name])
}
