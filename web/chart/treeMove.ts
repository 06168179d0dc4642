import type { TreeRow } from './TreeNode.ts'

export type TreeMove = { focus: number } | { open: boolean } | null
type Node = { id: number }

/**
 * What a key does on a row: up and down walk the rows, the arrow into the tree opens or enters a branch, the arrow out
 * of it closes or leaves it (mirrored where the page reads from the right), Home and End go to the ends, Enter and
 * space turn a branch. null: the key is not the tree's.
 */
export function treeMove<N extends Node>(
  key: string,
  dir: 'ltr' | 'rtl',
  rows: readonly TreeRow<N>[],
  row: TreeRow<N>,
): TreeMove {
  const index = rows.indexOf(row)
  const into = dir === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
  const outOf = dir === 'ltr' ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case 'ArrowDown':
      return at(index + 1)
    case 'ArrowUp':
      return at(index - 1)
    case 'Home':
      return at(0)
    case 'End':
      return at(rows.length - 1)
    case into:
      if (row.open === undefined) return null
      return row.open ? at(index + 1) : { open: true }
    case outOf:
      if (row.open) return { open: false }
      return row.parent === null ? null : { focus: row.parent }
    case 'Enter':
    case ' ':
      return row.open === undefined ? null : { open: !row.open }
    default:
      return null
  }

  function at(position: number): TreeMove {
    const next = rows[position]
    return next ? { focus: next.node.id } : null
  }
}
