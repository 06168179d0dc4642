import type { Call } from '#contract/kit/resource.ts'
import { isInitialLoading, useOptions } from '../../api/options.ts'
import { useUser } from '../../api/session.ts'

/** With what a new form begins: the only option there is, or the one this person chose last, as long as it is offered. */
export function useDefaultChoice(name: string, call: Call, query?: Record<string, string>) {
  const key = useUsualKey(name)
  const options = useOptions(call, query)
  const offered = (options.data ?? []) as { id: number; rate?: number }[]
  const [only, another] = offered
  const last = only && !another ? String(only.id) : read(key)
  return {
    offered,
    usual: offered.some(({ id }) => String(id) === last) && last ? last : '',
    isAwaited: isInitialLoading(options),
  }
}

/** Remembers a choice for the next new form of this person in this organization, in this browser. */
export function useRememberChoice(name: string): (option: { id: number } | null) => void {
  const key = useUsualKey(name)
  return (option) => option && keep(key, String(option.id))
}

/** One of a few fixed values, which begins as this person chose it last in this browser, and how it is remembered. */
export function useUsualText(name: string, values: readonly [string, ...string[]]): [string, (value: string) => void] {
  const key = useUsualKey(name)
  const last = read(key)
  return [last !== null && values.includes(last) ? last : values[0], (value) => keep(key, value)]
}

function useUsualKey(name: string): string {
  const { id, organization } = useUser()
  return `mizan-usual-${organization.id}-${id}-${name}`
}

// A browser can forbid storage; touching it then throws.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function keep(key: string, id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // The next form begins empty, as it did before.
  }
}
