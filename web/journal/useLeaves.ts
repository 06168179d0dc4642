import { useMemo } from 'react'
import type { chartCalls } from '#contract/chart.ts'
import { useOptions } from '../api/options.ts'
import { localName } from '../words/localName.ts'

type LeafCall = (typeof chartCalls)['accountOptions' | 'costCenterOptions']

/** The accounts or cost centers that take entries, as a select shows them: number and name. */
export function useLeaves(call: LeafCall) {
  const { data } = useOptions(call)
  return useMemo(() => {
    const leaves = (data ?? []).filter(({ type }) => type === 'sub')
    return {
      leaves,
      choices: leaves.map((leaf) => ({ value: String(leaf.id), label: `${leaf.number} ${localName(leaf)}` })),
    }
  }, [data])
}
