import { type ReactNode, useMemo } from 'react'
import type { Resource } from '#contract/kit/resource.ts'
import type { Id } from '../../api/resource.ts'
import { ListScope } from '../list-scope/ListScope.ts'
import { useListSearch } from '../list-scope/useListSearch.ts'

type RecordDrawerProps = {
  resource: Resource
  /** The record that is open; null closes the drawer. */
  id: Id | 'new' | null
  onClose: () => void
  /** A `<DrawerForm>`. */
  children: ReactNode
}

/** The drawer of a resource on a page that is not its list: over a form, or over the record's own page. */
export function RecordDrawer({ resource, id, onClose, children }: RecordDrawerProps) {
  const view = useListSearch(resource)
  const scope = useMemo(
    () => ({ resource, form: resource, view, editing: id, close: onClose }),
    [resource, view, id, onClose],
  )
  return <ListScope value={scope}>{children}</ListScope>
}
