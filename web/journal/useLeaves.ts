import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { chartCalls } from '#contract/chart.ts'
import { useOptions } from '../api/options.ts'
import { choiceOf } from '../fields/choiceOf.ts'

type LeafCall = (typeof chartCalls)['accountOptions' | 'costCenterOptions']

/** The accounts or cost centers that take entries, as a select shows them: number and name. `query` says what they are chosen for. */
export function useLeaves(call: LeafCall, query?: Record<string, string>) {
  const { data } = useOptions(call, query)
  const { i18n } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow the language
  return useMemo(() => {
    const leaves = (data ?? []).filter(({ type }) => type === 'sub')
    return {
      leaves,
      choices: leaves.map(choiceOf),
    }
  }, [data, i18n.language])
}
