import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import classes from './sheet/Sheet.module.css'
import { useLabel } from './useLabel.ts'

type Column = Sheet['columns'][number]
const named = new Set<Column['kind']>(['label', 'text', 'code', 'date'])
/** More figures than this do not fit next to a name on a phone. */
const fits = 3

/**
 * Months, branches and similar columns do not fit side by side on a phone, and none of them is more important: the
 * selected one is shown next to the total. If each is a group of columns, only that group is shown.
 */
export function useChosenColumns(all: readonly Column[], onPhone: boolean): { columns: Column[]; chooser: ReactNode } {
  const { t } = useTranslation('reports')
  const say = useLabel()
  const [wanted, setWanted] = useState<string | null>(null)
  const figures = all.filter(({ kind }) => !named.has(kind))
  if (!onPhone || figures.length <= fits || all.some(({ leading }) => leading))
    return { columns: [...all], chooser: null }
  const isGrouped = figures.some(({ group }) => group)
  const total = isGrouped ? undefined : figures.at(-1)
  const parts = Map.groupBy(
    figures.filter((column) => column !== total),
    ({ group, label }) => say(group ?? label),
  )
  const names = [...parts.keys()]
  const chosen = wanted !== null && parts.has(wanted) ? wanted : (names.at(-1) as string)
  const shown = new Set([...(parts.get(chosen) ?? []), total])
  return {
    columns: all.filter((column) => named.has(column.kind) || shown.has(column)),
    chooser: (
      <Select
        className={classes.chooser}
        label={t('column')}
        data={names}
        value={chosen}
        onChange={setWanted}
        allowDeselect={false}
      />
    ),
  }
}
