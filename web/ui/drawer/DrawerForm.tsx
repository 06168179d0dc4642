import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useFocusBack } from '../focus/useFocusBack.ts'
import { useListScope } from '../list-scope/ListScope.ts'
import type { DrawerFormContent } from './DrawerFormContent.tsx'

// A list is looked at more often than it is changed: the form comes with the first record that is opened.
const Drawer = lazy(async () => ({ default: (await import('./DrawerFormContent.tsx')).DrawerFormContent }))

/**
 * Creates and edits the records of the list around it in a drawer at the end side (right in English, left in
 * Arabic). A record is fetched first. Closing with typed work asks. `defaults` is what a new record starts with;
 * the children are the fields, or a function that gets the stored values (for an image's address).
 */
export function DrawerForm(props: ComponentProps<typeof DrawerFormContent>) {
  const { editing } = useListScope()
  useFocusBack(editing !== null)
  const [wasOpened, setWasOpened] = useState(false)
  if (editing !== null && !wasOpened) setWasOpened(true)
  return <Suspense>{wasOpened && <Drawer {...props} />}</Suspense>
}
