import { chartCalls } from '#contract/chart.ts'
import { localName } from '../i18n/localName.ts'
import classes from '../journal/Journal.module.css'
import type { LineCell } from '../ui/lines/LineColumn.ts'
import { LineSelect } from '../ui/lines/LineSelect.tsx'
import { usePostableNodes } from './usePostableNodes.ts'
import { nothingChosen, withCurrentOption } from './withCurrentOption.ts'

type Center = { cost_center_id: string; cost_center_name: string }
type CostCenterCellProps = {
  row: Center
  change: (patch: Center) => void
  control: LineCell<unknown>['control']
}

/** The cost center of a line of an entry or of a row of a document: only sub cost centers. */
export function CostCenterCell({ row, change, control }: CostCenterCellProps) {
  const { leaves, choices } = usePostableNodes(chartCalls.costCenterOptions)
  return (
    <div className={classes.reference}>
      <LineSelect
        control={control}
        value={row.cost_center_id}
        choices={[nothingChosen, ...withCurrentOption(choices, row.cost_center_id, row.cost_center_name)]}
        onChange={(id) => {
          const center = leaves.find((leaf) => String(leaf.id) === id)
          change({ cost_center_id: center ? id : '', cost_center_name: center ? localName(center) : '' })
        }}
      />
    </div>
  )
}
