import { ActionIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import IconEdit from '~icons/tabler/pencil'
import IconAdd from '~icons/tabler/plus'
import IconDelete from '~icons/tabler/trash'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { useWords } from '../i18n/PageWords.tsx'
import { useFieldLabel } from '../i18n/useFieldLabel.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { Amount } from '../ui/cells/Amount.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { Tooltip } from '../ui/tooltip/Tooltip.tsx'
import classes from './Chart.module.css'
import { NumberedName } from './NumberedName.tsx'
import type { ChartNode, NodeKind } from './nodeKind.ts'
import { Tree } from './Tree.tsx'
import type { useOpenNodes } from './useOpenNodes.ts'

type Act = ((node: ChartNode) => void) | undefined
type ChartTreeProps = {
  kind: NodeKind
  nodes: readonly ChartNode[]
  openNodes: ReturnType<typeof useOpenNodes>
  onAdd: Act
  onEdit: Act
  onDelete: Act
}

/** Number and name, type, balance and status of each node; categories are given and only take children. */
export function ChartTree({ kind, nodes, openNodes, onAdd, onEdit, onDelete }: ChartTreeProps) {
  const { t } = useWords()
  const { organization } = useUser()
  return (
    <div className={kind.hasBalances ? classes.withBalance : classes.withoutBalance}>
      <Tree
        label={t(`names.${kind.resource.name}.many`)}
        head={<Heads kind={kind} />}
        nodes={nodes}
        open={openNodes.open}
        setOpen={openNodes.setOpen}
        cells={(node, tabIndex) => (
          <>
            <span className={classes.type}>{t(`types.${node.type}`)}</span>
            {kind.hasBalances && (
              <span className={classes.balance}>
                <Amount value={node.balance ?? 0} currency={organization.currency} />
              </span>
            )}
            <span className={classes.status}>
              <StatusDot status={node.status} />
            </span>
            <NodeButtons node={node} tabIndex={tabIndex} onAdd={onAdd} onEdit={onEdit} onDelete={onDelete} />
          </>
        )}
      >
        {(node) => (
          <span className={classes.name} data-type={node.type}>
            {kind.viewPath ? (
              <OpenLink to={`${kind.viewPath}/${node.id}/view`} className="link quiet">
                <NumberedName node={node} />
              </OpenLink>
            ) : (
              <NumberedName node={node} />
            )}
          </span>
        )}
      </Tree>
    </div>
  )
}

const titleOf = (node: ChartNode) => `${node.number} ${localName(node)}`

/** The names of the columns, for the eye; each row says itself what it is. */
function Heads({ kind }: { kind: NodeKind }) {
  const label = useFieldLabel(kind.resource.name)
  return (
    <>
      <span>{label('node')}</span>
      <span>{label('type')}</span>
      {kind.hasBalances && <span className={classes.balance}>{label('balance')}</span>}
      <span>{label('status')}</span>
    </>
  )
}

type NodeButtonsProps = { node: ChartNode; tabIndex: 0 | -1; onAdd: Act; onEdit: Act; onDelete: Act }
function NodeButtons({ node, tabIndex, onAdd, onEdit, onDelete }: NodeButtonsProps) {
  const { t } = useTranslation('chart')
  const { t: common } = useTranslation('common')
  const name = titleOf(node)
  return (
    <span className={classes.buttons}>
      {onAdd && node.type !== 'sub' && (
        <Tooltip label={t('add_child')}>
          <ActionIcon tabIndex={tabIndex} aria-label={t('add_child_of', { name })} onClick={() => onAdd(node)}>
            <IconAdd aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {onEdit && node.type !== 'category' && (
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={common('actions.edit_named', { name })}
          onClick={() => onEdit(node)}
        >
          <IconEdit aria-hidden />
        </ActionIcon>
      )}
      {onDelete && node.type !== 'category' && (
        <ActionIcon
          tabIndex={tabIndex}
          aria-label={common('actions.delete_named', { name })}
          onClick={() => onDelete(node)}
        >
          <IconDelete aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
