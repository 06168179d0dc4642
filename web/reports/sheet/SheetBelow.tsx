import type { Sheet } from '#contract/reports/sheet.ts'
import classes from '../Report.module.css'
import { useLabel } from '../useLabel.ts'
import { LabelText } from './LabelText.tsx'
import { SheetTable } from './SheetTable.tsx'

/** The second table of a report, under its own heading. */
export function SheetBelow({ sheet, below }: { sheet: Sheet; below: NonNullable<Sheet['below']> }) {
  const say = useLabel()
  const title = say(below.title)
  return (
    <section className={classes.below}>
      <h2>
        <LabelText label={below.title} />
      </h2>
      <SheetTable sheet={{ ...sheet, columns: below.columns, rows: below.rows }} title={title} />
    </section>
  )
}
