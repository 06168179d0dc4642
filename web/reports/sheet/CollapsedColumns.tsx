import type { Sheet } from '#contract/reports/sheet.ts'
import { BidiText } from '../../i18n/BidiText.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { useLabel } from '../useLabel.ts'
import { HeadText } from './HeadText.tsx'
import classes from './Sheet.module.css'
import { cellAddress, Said, SheetFigure } from './SheetCell.tsx'

type Column = Sheet['columns'][number]
type FoldedProps = {
  row: Sheet['rows'][number]
  columns: readonly Column[]
  decimals: number
  /** The first of all that is folded, whether the row says it or not. */
  first: Column | undefined
}

/** Columns that a phone shows below a row's name. Columns of one heading stay together. */
export function CollapsedColumns({ row, columns, decimals, first }: FoldedProps) {
  const say = useLabel()
  const groups = Map.groupBy(columns, ({ key, group }) => (group ? say(group) : key))
  return (
    <div>
      {[...groups].map(([name, members]) => (
        <span key={name}>
          {members[0]?.group && (
            <strong>
              <BidiText>
                <HeadText text={name} />
              </BidiText>
            </strong>
          )}{' '}
          {members.map((column) => (
            <Pair key={column.key} row={row} column={column} decimals={decimals} isFirst={column === first} />
          ))}
        </span>
      ))}
    </div>
  )
}

type PairProps = Pick<FoldedProps, 'row' | 'decimals'> & { column: Column; isFirst: boolean }

/** Names, and the day a row begins with, speak for themselves; anything else says what it is, quieter than what it comes to. */
function Pair({ row, column, decimals, isFirst }: PairProps) {
  const say = useLabel()
  const { key, kind, label } = column
  const text = row.texts[key]
  if (kind === 'text' || (kind === 'date' && isFirst))
    return <span>{kind === 'text' ? <Said text={text} /> : <Num>{text as string}</Num>}</span>
  return (
    <BidiText>
      <HeadText text={say(label)} />
      {': '}
      <span className={classes.told}>
        {key in row.figures ? (
          <SheetFigure kind={kind} value={row.figures[key]} decimals={decimals} address={cellAddress(column, row)} />
        ) : (
          <Num>{text as string}</Num>
        )}
      </span>
    </BidiText>
  )
}
