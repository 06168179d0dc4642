import { type ComponentType, createContext } from 'react'

export type CreateHereProps = {
  /** What was typed where nothing was found. */
  name: string
  onClose: () => void
  onCreated: (record: { id: number; name: string }) => void
}
export type CreatableKind = {
  /** Names the words of its offer: `common:create.<name>`. */
  name: string
  permission: string
  /** Its drawer, with the words it needs. */
  load: () => Promise<ComponentType<CreateHereProps>>
}

/** What can be created from a select, by the path of its options. The application says it once for all forms. */
export const Creatable = createContext<Readonly<Record<string, CreatableKind>>>({})
