import { useState } from 'react'
import type { ChartNode } from './nodeKind.ts'

/** Which nodes are open: the roots at first, so that the page shows what there is. */
export function useOpenNodes(nodes: readonly ChartNode[] | undefined) {
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null)
  const open = chosen ?? new Set(nodes?.map(({ id }) => id))
  return {
    open,
    setOpen(id: number, wanted: boolean) {
      const next = new Set(open)
      if (wanted) next.add(id)
      else next.delete(id)
      setChosen(next)
    },
    openOnly: (ids: readonly number[]) => setChosen(new Set(ids)),
  }
}
