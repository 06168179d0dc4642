import { useDirection } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import IconChevron from '~icons/tabler/chevron-right'
import { useWords } from '../i18n/PageWords.tsx'
import classes from './Tree.module.css'
import { rowsOf, type TreeNode, type TreeRow } from './TreeNode.ts'
import { treeMove } from './treeMove.ts'

type TreeProps<Node extends TreeNode<Node>> = {
  label: string
  nodes: readonly Node[]
  open: ReadonlySet<number>
  setOpen: (id: number, open: boolean) => void
  /** The names of the columns, which stay in sight. */
  head: ReactNode
  /** The name's cell, after the indent and the switch. */
  children: (node: Node) => ReactNode
  /** Further cells; buttons inside take part in the Tab order only where the focus is. */
  cells: (node: Node, tabIndex: 0 | -1) => ReactNode
}

/**
 * An expandable tree of rows, at most 400 px tall, indented by 3 em per level; one row takes part in Tab. The page
 * words its switches (`tree.open` and `tree.close`); each row is named by its content.
 */
export function Tree<Node extends TreeNode<Node>>(props: TreeProps<Node>) {
  const { label, nodes, open, setOpen, head, children, cells } = props
  const rows = rowsOf(nodes, open)
  const [focused, setFocused] = useState<number | null>(null)
  const elements = useRef(new Map<number, HTMLElement>())
  const current = rows.some(({ node }) => node.id === focused) ? focused : rows[0]?.node.id
  const { dir } = useDirection()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: TreeRow<Node>) => {
    // Keys on a button inside the row belong to the button.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const move = treeMove(event.key, dir, rows, row)
    if (!move) return
    event.preventDefault()
    if ('open' in move) setOpen(row.node.id, move.open)
    else elements.current.get(move.focus)?.focus()
  }
  // A removed row that had the focus passes it to the first row at the next key.
  useEffect(() => {
    if (focused !== null && current !== focused) setFocused(null)
  }, [focused, current])
  return (
    <div className={classes.area}>
      <div className={classes.head} aria-hidden>
        {head}
      </div>
      <div role="tree" aria-label={label} className={classes.tree}>
        {rows.map((row) => {
          const { node, level, position, siblings } = row
          const tabIndex = node.id === current ? 0 : -1
          return (
            <div
              key={node.id}
              ref={(element) => {
                if (element) elements.current.set(node.id, element)
                return () => void elements.current.delete(node.id)
              }}
              role="treeitem"
              aria-level={level}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-expanded={row.open}
              aria-selected={false}
              tabIndex={tabIndex}
              className={classes.row}
              style={{ '--depth': level - 1 } as CSSProperties}
              onFocus={() => setFocused(node.id)}
              onKeyDown={(event) => onKeyDown(event, row)}
            >
              <div className={classes.name}>
                <Switch row={row} setOpen={setOpen} />
                {children(node)}
              </div>
              {cells(node, tabIndex)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

type SwitchProps<Node> = { row: TreeRow<Node>; setOpen: (id: number, open: boolean) => void }
function Switch<Node extends { id: number }>({ row: { node, open }, setOpen }: SwitchProps<Node>) {
  const { t } = useWords()
  if (open === undefined) return <span className={classes.switch} />
  return (
    <button
      type="button"
      // The keys of the row open and close it; the mouse has this.
      tabIndex={-1}
      className={classes.switch}
      data-open={open || undefined}
      aria-label={t(open ? 'tree.close' : 'tree.open')}
      onClick={() => setOpen(node.id, !open)}
    >
      <IconChevron className="turns" aria-hidden />
    </button>
  )
}
