import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NodeDrawer } from '../chart/NodeDrawer.tsx'
import { accountKind, type ChartNode } from '../chart/nodeKind.ts'
import { useChart } from '../chart/useChart.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import { RecordDrawer } from '../ui/drawer/RecordDrawer.tsx'
import type { CreateHereProps } from '../ui/fields/Creatable.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import { toSelectOption } from '../ui/values/toSelectOption.ts'

const words = ['chart']

/** A new account, over the entry that needs it: below which one is asked first, and its number follows. */
export function CreateAccount({ name, onClose, onCreated }: CreateHereProps) {
  const { t } = useTranslation('chart')
  const [parent, setParent] = useState<string | null>(null)
  const nodes = useChart(accountKind).data
  const parents = useMemo(() => (nodes ? parentsOf(nodes).map(toSelectOption) : []), [nodes])
  return (
    <PageWords value={words}>
      <RecordDrawer resource={accountKind.resource} id="new" onClose={onClose}>
        <NodeDrawer
          key={parent}
          kind={accountKind}
          parent={parent === null ? null : Number(parent)}
          name={name}
          onSaved={onCreated}
          above={
            <Select
              label={t('fields.account.parent_id')}
              data={parents}
              value={parent}
              onChange={setParent}
              searchable
              filter={matchFolded}
              limit={100}
              withAsterisk
              allowDeselect={false}
            />
          }
        />
      </RecordDrawer>
    </PageWords>
  )
}

/** Accounts that others can be below. */
const parentsOf = (nodes: readonly ChartNode[]): ChartNode[] =>
  nodes.flatMap((node) => (node.type === 'sub' ? [] : [node, ...parentsOf(node.children)]))
