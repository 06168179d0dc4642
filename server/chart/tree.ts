import { type Decimal, decimal, sum, text } from '#ledger/money.ts'

type Row = { id: number; parent_id: number | null }
type Node<R> = R & { children: Node<R>[] }

/** Rows with parents as a tree, in the order they came. */
export function tree<R extends Row>(rows: readonly R[]): Node<R>[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] } as Node<R>]))
  const roots: Node<R>[] = []
  for (const node of nodes.values())
    (node.parent_id === null ? roots : (nodes.get(node.parent_id)?.children ?? roots)).push(node)
  return roots
}

type AccountRow = Row & { nature: string }
type WithBalance<R> = R & { balance: string; children: WithBalance<R>[] }

/** The chart with each account's balance in its own nature; a parent's is the sum over its children. */
export function accountTree<R extends AccountRow>(
  rows: readonly R[],
  debitBalances: ReadonlyMap<number, string>,
): WithBalance<R>[] {
  return tree(rows).map((root) => withBalance(root, debitBalances).node)
}

function withBalance<R extends AccountRow>(
  node: Node<R>,
  debitBalances: ReadonlyMap<number, string>,
): { node: WithBalance<R>; debit: Decimal } {
  const children = node.children.map((child) => withBalance(child as Node<R>, debitBalances))
  const debit = sum([decimal(debitBalances.get(node.id) ?? '0'), ...children.map((child) => child.debit)])
  const balance = text(node.nature === 'D' ? debit : debit.neg())
  return { node: { ...node, balance, children: children.map((child) => child.node) } as WithBalance<R>, debit }
}
