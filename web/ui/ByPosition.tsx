import { Fragment, type ReactNode } from 'react'

type ByPositionProps<Item> = { items: readonly Item[]; children: (item: Item, position: number) => ReactNode }

/** Draws items without a key of their own: columns and rows of a file, which never change their order and may be equal. */
export function ByPosition<Item>({ items, children }: ByPositionProps<Item>) {
  return items.map((item, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity of such an item
    <Fragment key={position}>{children(item, position)}</Fragment>
  ))
}
