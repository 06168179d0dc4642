/** The common part of a tree node; families add columns. */
export type TreeNode<Node> = { id: number; children: readonly Node[] }

/** A node as a row: its position among its siblings and its depth. */
export type TreeRow<Node> = {
  node: Node
  level: number
  position: number
  siblings: number
  parent: number | null
  /** undefined for a leaf. */
  open: boolean | undefined
}

/** The rows that are in sight: a closed node hides all below it. */
export function rowsOf<Node extends TreeNode<Node>>(
  nodes: readonly Node[],
  open: ReadonlySet<number>,
  level = 1,
  parent: number | null = null,
): TreeRow<Node>[] {
  return nodes.flatMap((node, index) => {
    const isOpen = node.children.length === 0 ? undefined : open.has(node.id)
    const row = { node, level, position: index + 1, siblings: nodes.length, parent, open: isOpen }
    return isOpen ? [row, ...rowsOf(node.children, open, level + 1, node.id)] : [row]
  })
}

/** Every node that can be opened. */
export const branchesOf = <Node extends TreeNode<Node>>(nodes: readonly Node[]): number[] =>
  nodes.flatMap((node) => (node.children.length === 0 ? [] : [node.id, ...branchesOf(node.children)]))
