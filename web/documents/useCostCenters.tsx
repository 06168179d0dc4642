import '@mantine/core/styles/Switch.layer.css'
import { Select, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { localName } from '../i18n/localName.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import type { Lines } from '../ui/lines/useLines.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import classes from './items/DocumentItems.module.css'
import type { ItemRow } from './items/itemRow.ts'

type CostCenter = Pick<ItemRow, 'cost_center_id' | 'cost_center_name'>
const none: CostCenter = { cost_center_id: '', cost_center_name: '' }

/**
 * The rows' cost centers: shown if the organisation has more than one or the document uses one, else on request. New
 * rows take the document's cost center, and so do those that followed it so far.
 */
export function useCostCenters(form: SchemaForm['form'], offered: boolean) {
  const { leaves, choices } = usePostableNodes(chartCalls.costCenterOptions)
  const { t } = useTranslation('documents')
  const [asked, setAsked] = useState<boolean | null>(null)
  const [usual, setUsual] = useState<CostCenter>(() => commonOf((form.getValues().items ?? []) as ItemRow[]))
  const isUsed = ((form.getValues().items ?? []) as ItemRow[]).some((row) => row.cost_center_id !== '')
  const shown = offered && (asked ?? (isUsed || leaves.length > 1))

  const show = (on: boolean) => {
    setAsked(on)
    form.setFieldValue('with_cost_centers', on)
  }
  const choose = (id: string | null, { map }: Lines<ItemRow>) => {
    const leaf = leaves.find((one) => String(one.id) === id)
    const next = leaf ? { cost_center_id: String(leaf.id), cost_center_name: localName(leaf) } : none
    map((row) => (row.cost_center_id === usual.cost_center_id ? { ...row, ...next } : row))
    setUsual(next)
  }
  const isOffered = offered && (leaves.length > 0 || isUsed)
  const control: ReactNode = isOffered && (
    <Switch
      size="xs"
      label={t('cost_centers.shown')}
      checked={shown}
      onChange={(event) => show(event.currentTarget.checked)}
    />
  )
  const usualChoice = (lines: Lines<ItemRow>): ReactNode =>
    isOffered &&
    shown && (
      <Select
        className={classes.usual}
        size="xs"
        aria-label={t('cost_centers.usual')}
        placeholder={t('cost_centers.usual')}
        data={choices}
        value={usual.cost_center_id || null}
        onChange={(id) => choose(id, lines)}
        searchable
        clearable
        filter={matchFolded}
        limit={50}
      />
    )
  return { shown, usual: shown ? usual : none, control, usualChoice }
}

/** The common cost center of a stored document's rows. */
function commonOf(rows: readonly ItemRow[]): CostCenter {
  const [first] = rows
  if (!first || rows.some((row) => row.cost_center_id !== first.cost_center_id)) return none
  return { cost_center_id: first.cost_center_id, cost_center_name: first.cost_center_name }
}
