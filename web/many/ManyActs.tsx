import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '../i18n/i18n.ts'
import type { Selection } from '../ui/list/selection/useSelection.ts'
import type { ManyAct, ManyRow } from './manyActs.ts'

const ManyDialog = lazy(async () => {
  await loadWords(['sharing'])
  return { default: (await import('./ManyDialog.tsx')).ManyDialog }
})

type ManyActsProps<Row extends ManyRow> = {
  /** Those the user may do, in their order; `false` where the user may not. */
  acts: readonly (ManyAct<Row> | false)[]
  selection: Selection<Row>
  /** The name of a row in an error. */
  nameOf: (row: Row) => string
}

/** What can be done with the marked rows of a list: each is done on its own, and its result is said. */
export function ManyActs<Row extends ManyRow>({ acts, selection: { rows }, nameOf }: ManyActsProps<Row>) {
  const { t } = useTranslation('common')
  const [act, setAct] = useState<ManyAct<Row> | null>(null)
  return (
    <>
      {acts.map(
        (one) =>
          one &&
          rows.some((row) => one.isFor?.(row) ?? true) && (
            <Button key={one.name} size="compact-sm" variant="default" onClick={() => setAct(one)}>
              {t(`selection.acts.${one.name}`)}
            </Button>
          ),
      )}
      <Suspense>
        {act && (
          <ManyDialog
            act={act as ManyAct}
            rows={rows}
            nameOf={nameOf as (row: ManyRow) => string}
            onClose={() => setAct(null)}
          />
        )}
      </Suspense>
    </>
  )
}
