import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { localName } from '../../i18n/localName.ts'
import { Num } from '../../ui/cells/Num.tsx'
import { PaperItem, PaperUnit } from '../../ui/print/PaperItem.tsx'
import { PaperTable } from '../../ui/print/PaperTable.tsx'
import type { DocumentRecord } from '../DocumentForm.tsx'
import classes from './SheetItems.module.css'

type Item = DocumentRecord['items'][number]
/**
 * How many letters of figures fit next to a name on A4 in the usual size: 9,999,999.99 four times, without a price of
 * six decimals.
 */
const room = 48

/** The items of a document on paper. Cost centers are shown on the screen only. */
export function SheetItems({ items, decimals }: { items: DocumentRecord['items']; decimals: number }) {
  const written = {
    price: (item: Item) => formatNumber(item.net_price, 6, decimals),
    ...(items.some((item) => item.discount > 0) && {
      discount: (item: Item) => formatNumber(item.discount, decimals),
    }),
    net: (item: Item) => formatNumber(item.net, decimals),
    tax: (item: Item) => formatNumber(item.tax, decimals),
    total: (item: Item) => formatNumber(item.total, decimals),
  }
  const discountOf = (item: Item) => <Num>{written.discount?.(item)}</Num>
  const letters = Object.values(written).map((write) => Math.max(...items.map((item) => write(item).length)))
  return (
    <PaperTable
      rows={items}
      keyOf={(item) => item.line_number}
      writing={letters.reduce((sum, length) => sum + length, 0) > room ? 'close' : 'usual'}
      columns={[
        { name: 'line_number', draw: (item) => <Num>{item.line_number}</Num> },
        {
          name: 'item_name',
          draw: (item) => (
            <>
              <PaperItem name={item.item_name} name_en={item.item_name_en} lots={item.lots} />
              {item.cost_center_name && (
                <bdi className={classes.screenOnly}>
                  {localName({ name: item.cost_center_name, name_en: item.cost_center_name_en ?? null })}
                </bdi>
              )}
            </>
          ),
        },
        { name: 'quantity', figures: true, draw: (item) => <Num>{formatPlain(item.quantity)}</Num> },
        { name: 'unit', draw: (item) => <PaperUnit {...item} /> },
        { name: 'price', figures: true, draw: (item) => <Num>{written.price(item)}</Num> },
        ...(written.discount ? [{ name: 'discount', figures: true as const, draw: discountOf }] : []),
        { name: 'net', figures: true, draw: (item) => <Num>{written.net(item)}</Num> },
        { name: 'tax_rate', figures: true, draw: (item) => <Num>{`${formatPlain(item.tax_rate)}%`}</Num> },
        { name: 'tax', figures: true, draw: (item) => <Num>{written.tax(item)}</Num> },
        { name: 'total', figures: true, draw: (item) => <Num>{written.total(item)}</Num> },
      ]}
    />
  )
}
