import { DayInput } from '../../ui/fields/DayInput.tsx'
import type { LineCell } from '../../ui/lines/LineColumn.ts'
import classes from './DocumentItems.module.css'
import type { ItemRow } from './itemRow.ts'

type SpreadDayProps = { control: LineCell<ItemRow>['control']; value: string; onChange: (day: string) => void }

/** The first month of a row that is recognised over months, as a day of it. */
export function SpreadDay({ control: { 'aria-label': label, ...control }, value, onChange }: SpreadDayProps) {
  return (
    <DayInput
      {...control}
      label={label}
      labelProps={{ className: classes.unseen }}
      value={value}
      onChange={onChange}
      onWrong={onChange}
      clearable
    />
  )
}
