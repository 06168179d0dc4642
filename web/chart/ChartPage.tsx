import { Button } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import IconPlus from '~icons/tabler/plus'
import type { Id } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { useWords } from '../i18n/PageWords.tsx'
import { ListScope } from '../ui/list-scope/ListScope.ts'
import { useListSearch } from '../ui/list-scope/useListSearch.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import classes from './Chart.module.css'
import { ChartTree } from './ChartTree.tsx'
import { NodeDrawer } from './NodeDrawer.tsx'
import type { ChartNode, NodeKind } from './nodeKind.ts'
import { branchesOf } from './TreeNode.ts'
import { TreeSkeleton } from './TreeSkeleton.tsx'
import { useChart } from './useChart.ts'
import { useOpenNodes } from './useOpenNodes.ts'

const ConfirmDelete = lazy(async () => ({ default: (await import('../ui/ConfirmDelete.tsx')).ConfirmDelete }))

/** Either tree: its rows, and the drawer that creates below a row or edits one. */
export function ChartPage({ kind }: { kind: NodeKind }) {
  const { t } = useWords()
  const { resource } = kind
  const can = useCan()
  const chart = useChart(kind)
  const view = useListSearch(resource)
  const nodes = chart.data
  const openNodes = useOpenNodes(nodes)
  const [editing, setEditing] = useState<Id | 'new' | null>(null)
  const [parent, setParent] = useState<number | null>(null)
  const [deleting, setDeleting] = useState<ChartNode | null>(null)
  const scope = useMemo(
    () => ({ resource, form: resource, view, editing, close: () => setEditing(null) }),
    [resource, view, editing],
  )
  const create = (below: ChartNode | null) => {
    setParent(below?.id ?? null)
    setEditing('new')
    if (below) openNodes.setOpen(below.id, true)
  }
  const mayCreate = can(resource.permissions.create)
  const newRoot = kind.hasRoots && mayCreate && (
    <Button leftSection={<IconPlus aria-hidden />} onClick={() => create(null)}>
      {t(`names.${resource.name}.new`)}
    </Button>
  )
  return (
    <ListScope value={scope}>
      <PageHeader title={t(`names.${resource.name}.many`)}>{newRoot}</PageHeader>
      <section className={classes.frame} aria-label={t(`names.${resource.name}.many`)}>
        {nodes && nodes.length > 0 && <OpenAll nodes={nodes} openNodes={openNodes} />}
        {chart.error && !nodes && <FailedState error={chart.error} onRetry={() => void chart.refetch()} />}
        {chart.isLoading && <TreeSkeleton />}
        {nodes?.length === 0 && <EmptyState hint={t(`names.${resource.name}.hint`)}>{newRoot}</EmptyState>}
        {nodes && nodes.length > 0 && (
          <ChartTree
            kind={kind}
            nodes={nodes}
            openNodes={openNodes}
            onAdd={mayCreate ? create : undefined}
            onEdit={can(resource.permissions.update) ? ({ id }) => setEditing(id) : undefined}
            onDelete={can(resource.permissions.delete) ? setDeleting : undefined}
          />
        )}
      </section>
      <NodeDrawer kind={kind} parent={parent} />
      <Suspense>
        {deleting && (
          <ConfirmDelete
            resource={resource}
            id={deleting.id}
            name={`${deleting.number} ${localName(deleting)}`}
            onClose={() => setDeleting(null)}
          />
        )}
      </Suspense>
    </ListScope>
  )
}

type OpenAllProps = { nodes: readonly ChartNode[]; openNodes: ReturnType<typeof useOpenNodes> }
function OpenAll({ nodes, openNodes }: OpenAllProps) {
  const { t } = useWords()
  return (
    <div className={classes.toolbar}>
      <Button variant="subtle" color="gray" size="xs" onClick={() => openNodes.openOnly(branchesOf(nodes))}>
        {t('tree.open_all')}
      </Button>
      <Button variant="subtle" color="gray" size="xs" onClick={() => openNodes.openOnly([])}>
        {t('tree.close_all')}
      </Button>
    </div>
  )
}
