import { formatNumber, formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { PaperItem, PaperQuantity } from '../paper/PaperItem.tsx'
import { PaperTable } from '../paper/PaperTable.tsx'
import { localName } from '../words/localName.ts'
import type { DocumentRecord } from './DocumentForm.tsx'
import classes from './SheetItems.module.css'

/** From this amount on, of its own currency, a row needs smaller figures to stand on the sheet whole. */
const long = 10_000_000

/** The items of a document on paper; whose figures they are inside the organisation is said on the screen only. */
export function SheetItems({ items, decimals }: { items: DocumentRecord['items']; decimals: number }) {
  return (
    <PaperTable
      rows={items}
      keyOf={(item) => item.line_number}
      long={items.some(({ total }) => Math.abs(Number(total)) >= long)}
      columns={[
        { name: 'line_number', draw: (item) => <Num>{item.line_number}</Num> },
        {
          name: 'item_name',
          draw: (item) => (
            <>
              <PaperItem name={item.item_name} name_en={item.item_name_en} />
              {item.cost_center_name && (
                <bdi className={classes.screenOnly}>
                  {localName({ name: item.cost_center_name, name_en: item.cost_center_name_en ?? null })}
                </bdi>
              )}
            </>
          ),
        },
        {
          name: 'quantity',
          figures: true,
          draw: (item) => <PaperQuantity {...item} />,
        },
        { name: 'price', figures: true, draw: (item) => <Num>{formatNumber(item.price, 6, decimals)}</Num> },
        { name: 'net', figures: true, draw: (item) => <Num>{formatNumber(item.net, decimals)}</Num> },
        { name: 'tax_rate', figures: true, draw: (item) => <Num>{`${formatPlain(item.tax_rate)}%`}</Num> },
        { name: 'tax', figures: true, draw: (item) => <Num>{formatNumber(item.tax, decimals)}</Num> },
        { name: 'total', figures: true, draw: (item) => <Num>{formatNumber(item.total, decimals)}</Num> },
      ]}
    />
  )
}
