import { useDirection } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { TreeRow } from './TreeNode.ts'

type TreeKeys<Node> = {
  rows: readonly TreeRow<Node>[]
  /** Moves the focus to a row. */
  go: (id: number) => void
  setOpen: (id: number, open: boolean) => void
}

/**
 * The keys of a tree: up and down walk the rows, the arrow into the tree opens or enters a branch, the arrow out of it
 * closes or leaves it (mirrored where the page reads from the right), Home and End go to the ends, Enter turns a branch.
 */
export function useTreeKeys<Node extends { id: number }>({ rows, go, setOpen }: TreeKeys<Node>) {
  const { dir } = useDirection()
  return (event: KeyboardEvent<HTMLElement>, row: TreeRow<Node>) => {
    // Keys on a button inside the row belong to the button.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const index = rows.indexOf(row)
    const at = (position: number) => rows[Math.min(rows.length - 1, Math.max(0, position))]?.node.id
    const act = actions(row, at, index, rows.length)[keyOf(event.key, dir)]
    if (!act) return
    event.preventDefault()
    act()
  }

  function actions(row: TreeRow<Node>, at: (position: number) => number | undefined, index: number, count: number) {
    const { node, open, parent } = row
    const move = (id: number | null | undefined) => {
      if (id !== null && id !== undefined) go(id)
    }
    const turn = () => {
      if (open !== undefined) setOpen(node.id, !open)
    }
    return {
      ArrowDown: () => move(at(index + 1)),
      ArrowUp: () => move(at(index - 1)),
      Home: () => move(at(0)),
      End: () => move(at(count - 1)),
      Into: () => (open === false ? setOpen(node.id, true) : open && move(at(index + 1))),
      OutOf: () => (open ? setOpen(node.id, false) : move(parent)),
      Enter: turn,
      ' ': turn,
    } as Record<string, (() => void) | undefined>
  }
}

function keyOf(key: string, dir: 'ltr' | 'rtl'): string {
  if (key === 'ArrowRight') return dir === 'ltr' ? 'Into' : 'OutOf'
  if (key === 'ArrowLeft') return dir === 'ltr' ? 'OutOf' : 'Into'
  return key
}
