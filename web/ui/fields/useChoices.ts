import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useOptions } from '../../api/options.ts'
import { type Choosable, toSelectOption } from '../values/toSelectOption.ts'

export type { Choosable } from '../values/toSelectOption.ts'

/** As many options as the server sends at once; from there on the keyword is searched by the server. */
const most = 1000

/** The options of a call as a select wants them. Short lists are searched here, long ones by the server. */
export function useChoices<Option extends Choosable>(
  call: Call,
  known?: Choosable | null,
  narrowed: Record<string, string> = {},
) {
  const { i18n } = useTranslation()
  const [search, setSearch] = useState('')
  const [keyword] = useDebouncedValue(search, 300)
  const all = useOptions(call, narrowed)
  const long = (all.data?.length ?? 0) >= most
  const chosen = (all.data as Option[] | undefined)?.some((option) => toSelectOption(option).label === keyword)
  const found = useOptions(call, long && !chosen && keyword.length > 1 ? { ...narrowed, keyword } : narrowed)
  const options = (found.data ?? all.data ?? []) as Option[]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow the language
  const choices = useMemo(() => {
    const listed = options.map(toSelectOption)
    const missing = known && !listed.some(({ value }) => value === String(known.id))
    return missing ? [toSelectOption(known), ...listed] : listed
  }, [options, known, i18n.language])
  const find = (value: string | null) => options.find((option) => String(option.id) === value) ?? null
  const loading = all.isLoading || found.isFetching
  // Of a long list the server is still to be asked for what was typed last.
  const isSettled = !loading && (!long || chosen || search === keyword)
  return { choices, setSearch, loading, isSettled, find, options }
}
