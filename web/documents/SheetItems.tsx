import { formatNumber, formatPlain } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import type { DocumentRecord } from './DocumentForm.tsx'
import classes from './DocumentSheet.module.css'
import { TwoWords } from './TwoWords.tsx'

const columns = ['item_name', 'quantity', 'price', 'tax_rate', 'total'] as const

/** The items; the head repeats on each sheet of paper. */
export function SheetItems({ items, decimals }: { items: DocumentRecord['items']; decimals: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it is wider than the screen, the keys scroll it
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.items}>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={column === 'item_name' ? undefined : classes.figures}>
                <TwoWords name={`sheet.${column}`} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.line_number}>
              <td>
                <Num>{item.line_number}</Num>
              </td>
              <td>
                <bdi>{item.item_name}</bdi>
                {item.item_name_en && (
                  <bdi lang="en" className={classes.itemEnglish}>
                    {item.item_name_en}
                  </bdi>
                )}
              </td>
              <td className={classes.figures}>
                <Num>{formatPlain(item.quantity)}</Num> {item.unit && <bdi className={classes.unit}>{item.unit}</bdi>}
              </td>
              <td className={classes.figures}>
                <Num>{formatNumber(item.price, 6, decimals)}</Num>
              </td>
              <td className={classes.figures}>
                <Num>{`${formatPlain(item.tax_rate)}%`}</Num>
              </td>
              <td className={classes.figures}>
                <Num>{formatNumber(item.total, decimals)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
