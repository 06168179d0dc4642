import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { chartCalls } from '#contract/chart.ts'
import { useOptions } from '../api/options.ts'
import { toSelectOption } from '../ui/values/toSelectOption.ts'

type LeafCall = (typeof chartCalls)['accountOptions' | 'costCenterOptions']

/** The accounts or cost centers that take entries, as a select shows them: number and name. `query` says what they are chosen for. */
export function usePostableNodes(call: LeafCall, query?: Record<string, string>) {
  const { data } = useOptions(call, query)
  const { i18n } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow the language
  return useMemo(() => {
    const leaves = (data ?? []).filter(({ type }) => type === 'sub')
    return {
      leaves,
      choices: leaves.map(toSelectOption),
    }
  }, [data, i18n.language])
}
