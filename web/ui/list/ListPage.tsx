import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import IconPlus from '~icons/tabler/plus'
import { type Id, isEditable, isRemovable, type ListedResource, type RowOf, useList } from '../../api/resource.ts'
import { useCan, useMay } from '../../api/useCan.ts'
import { localName } from '../../i18n/localName.ts'
import { useWords } from '../../i18n/PageWords.tsx'
import type { Column } from '../cells/Column.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { ListScope } from '../list-scope/ListScope.ts'
import { type ListView, useListSearch } from '../list-scope/useListSearch.ts'
import { PageHeader } from '../PageHeader.tsx'
import type { FilterCalls } from './FilterChips.tsx'
import { ListFrame } from './ListFrame.tsx'
import { RowActions, type RowActionsProps } from './RowActions.tsx'
import { type RowPaper, RowPdf } from './RowPdf.tsx'
import type { Selection } from './selection/useSelection.ts'
import { useEditing } from './useEditing.ts'

// Loaded when the user deletes: most visits to a list do not.
const ConfirmDelete = lazy(async () => ({ default: (await import('../ConfirmDelete.tsx')).ConfirmDelete }))

type ListPageProps<R extends ListedResource> = {
  resource: R
  columns: readonly Column<RowOf<R>>[]
  /** Filter controls next to the search: `<FilterSelect />`, `<FilterDrawer>`. */
  filters?: ReactNode
  /** Between the title and the table: statistics. */
  above?: ReactNode
  /** Further buttons in the page header, before "new". */
  actions?: ReactNode
  /** The form pages: `<formPath>/create` and `<formPath>/<id>`. Without it the form is the drawer inside. */
  formPath?: string
  /** For lists of records that are created elsewhere: where. An empty list shows it instead of its first action. */
  madeFrom?: ReactNode
  /** The name of a row in "Edit ...", "Delete ...", in the language of the page if it has one. */
  rowName?: (row: RowOf<R>) => string
  /** Why a row can be neither edited nor deleted; nothing where it can. */
  lockOf?: (row: RowOf<R>) => RowActionsProps['locked']
  /** Records that can never be deleted offer no delete. */
  isKept?: (row: RowOf<R>) => boolean
  /** Where deleting voids: what was issued stays to be read. */
  actOf?: (row: RowOf<R>) => 'delete' | 'void'
  /** The page of a row: pressing the row leads there, as its name does. */
  rowPath?: (row: RowOf<R>) => string
  /** What filters by the id of another record offer: a chip names the chosen one. */
  filterCalls?: FilterCalls
  /** The sums of what is listed, by currency. */
  sums?: Call
  /** Before edit and delete: where a row leads. */
  rowLink?: (row: RowOf<R>) => ReactNode
  /** What a row says on paper: downloaded from the row, for those who may. */
  paper?: RowPaper
  /** Replaces edit and delete where a row offers something else. */
  rowActions?: (row: RowOf<R>) => ReactNode
  /** Actions for selected rows. Without it rows cannot be selected. */
  bulk?: (selection: Selection<never>) => ReactNode
  /** A `<DrawerForm>`. */
  children?: ReactNode
}

/**
 * A list screen: title, search, filters, a table paged and sorted by the server, edit and delete. Its view lives in
 * the URL. Names come from the words `names.<resource>.{one,many,new,hint}`, column labels from the fields.
 */
export function ListPage<R extends ListedResource>(props: ListPageProps<R>) {
  const { resource, columns, filters, above, actions, formPath, rowActions, children } = props
  const { t } = useWords()
  const view = useListSearch(resource)
  const list = useList(resource, view.query)
  const [deleting, setDeleting] = useState<RowOf<R> | null>(null)
  const navigate = useNavigate()
  const may = useMay(resource.permissions)
  const editing = useEditing(resource, children !== undefined)
  const name = props.rowName ?? nameOf
  const open = (id: Id | 'new') => {
    if (formPath) void navigate({ to: `${formPath}/${id === 'new' ? 'create' : id}` })
    else editing.open(id)
  }
  const scope = useScope(resource, view, editing)
  const hasForm = Boolean(formPath || children)
  const mayEdit = hasForm && resource.calls.update !== undefined && may('update')
  const mayCreate = hasForm && may('create')
  const removable = isRemovable(resource) && may('delete') ? resource : undefined
  const newButton = (isSecond?: true) =>
    mayCreate && <CreateButton formPath={formPath} isSecond={isSecond} resource={resource} onOpen={() => open('new')} />
  const rowButtons = (row: RowOf<R>) => (
    <RowActions
      link={<RowLinks {...props} row={row} name={name(row)} />}
      name={name(row)}
      locked={props.lockOf?.(row)}
      onEdit={mayEdit ? () => open(idOf(row)) : undefined}
      onDelete={removable && !props.isKept?.(row) ? () => setDeleting(row) : undefined}
    />
  )
  return (
    <ListScope value={scope}>
      <PageHeader title={t(`names.${resource.name}.many`)}>
        <ExportMenu />
        {actions}
        {newButton()}
      </PageHeader>
      {above}
      <ListFrame
        list={list}
        columns={columns}
        filters={filters}
        rowActions={rowActions ?? rowButtons}
        create={newButton(true) || props.madeFrom}
        bulk={props.bulk}
        rowPath={props.rowPath}
        filterCalls={props.filterCalls}
        sums={props.sums}
      />
      {children}
      <Suspense>
        {deleting && removable && (
          <ConfirmDelete
            resource={removable}
            id={idOf(deleting)}
            name={name(deleting)}
            act={props.actOf?.(deleting)}
            onClose={() => setDeleting(null)}
          />
        )}
      </Suspense>
    </ListScope>
  )
}

function useScope(resource: ListedResource, view: ListView, { id, close }: ReturnType<typeof useEditing>) {
  return useMemo(
    () => ({ resource, form: isEditable(resource) ? resource : undefined, view, editing: id, close }),
    [resource, view, id, close],
  )
}

type RowLinksProps<R extends ListedResource> = Pick<ListPageProps<R>, 'rowLink' | 'paper'> & {
  row: RowOf<R>
  name: string
}

/** Where a row leads, and its paper. */
function RowLinks<R extends ListedResource>({ rowLink, paper, row, name }: RowLinksProps<R>) {
  const can = useCan()
  return (
    <>
      {rowLink?.(row)}
      {paper && can(...(paper.call.admission as readonly string[])) && (
        <RowPdf paper={paper} id={Number(idOf(row))} name={name} />
      )}
    </>
  )
}

type CreateButtonProps = {
  resource: { name: string }
  formPath: string | undefined
  onOpen: () => void
  /** The page's first choice is above already. */
  isSecond: true | undefined
}
/** Opens the form of a new record. It has an address, so that a new tab and the browser's own menu work; it acts as a button. */
function CreateButton({ resource, formPath, onOpen, isSecond }: CreateButtonProps) {
  const { t } = useWords()
  return (
    <Button
      component="a"
      role="button"
      href={formPath ? `${formPath}/create` : '?edit=new'}
      variant={isSecond ? 'default' : 'filled'}
      data-act="new"
      leftSection={<IconPlus aria-hidden />}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
    >
      {t(`names.${resource.name}.new`)}
    </Button>
  )
}

const idOf = (row: unknown): Id => (row as { id: Id }).id
const nameOf = (row: unknown): string =>
  (row as { name?: string }).name ? localName(row as { name: string }) : String(idOf(row))
