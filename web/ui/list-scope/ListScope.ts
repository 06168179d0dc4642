import { createContext, use } from 'react'
import type { Resource } from '#contract/kit/resource.ts'
import type { Id, ListedResource } from '../../api/resource.ts'
import type { ListView } from './useListSearch.ts'

type Scope = {
  resource: ListedResource
  /** The same, where its records are written in the drawer. */
  form: Resource | undefined
  view: ListView
  /** The record in the drawer: null when closed, 'new' for a new one. */
  editing: Id | 'new' | null
  close: () => void
}

/** The list that filters and the drawer inside it belong to. */
export const ListScope = createContext<Scope | null>(null)

export function useListScope(): Scope {
  const scope = use(ListScope)
  if (!scope) throw new Error('this stands inside a ListPage')
  return scope
}
