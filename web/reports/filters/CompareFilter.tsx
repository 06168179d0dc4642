import classes from '../Report.module.css'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { useReportScope } from './ReportScope.ts'

/** A report cut into columns is not compared with another range, so it is not asked for one. */
export function CompareFilter() {
  const { search } = useReportScope()
  if (search.columns) return null
  return (
    <ChoiceFilter
      name="compare"
      choices={['none', 'previous_period', 'same_period_last_year']}
      className={classes.middle}
    />
  )
}
