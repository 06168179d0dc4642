import type { OptionsFilter } from '@mantine/core'
import { lazy, type ReactNode, Suspense, use, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useCan } from '../../api/useCan.ts'
import { focusAfterField } from '../focus/focusAfterField.ts'
import { matchFolded } from '../values/matchFolded.ts'
import { Creatable, type CreateHereProps } from './Creatable.ts'

const createValue = 'create-here'
/** These keys go up to the form around the drawer, which would take them as its own; all others are the page's. */
const formKeys = ['Enter', 'Tab', 'ArrowUp', 'ArrowDown']

/**
 * Where nothing is found, a select offers to create it: the drawer of the record opens over the form, which keeps all that
 * was typed, and what is created is chosen. Without the permission nothing is offered.
 */
export function useCreateHere(call: Call, onCreated: CreateHereProps['onCreated'], isSettled = true) {
  const { t } = useTranslation('common')
  const can = useCan()
  const kind = use(Creatable)[call.path]
  const mayCreate = kind !== undefined && can(kind.permission)
  const typed = useRef('')
  const isTaking = useRef(false)
  const [creating, setCreating] = useState<string | null>(null)
  const goOn = useGoOn(creating !== null)
  const Drawer = useMemo(() => kind && lazy(async () => ({ default: await kind.load() })), [kind])
  const offers = (search: string) => mayCreate && isSettled && search.trim() !== ''
  // The offer is no option of the data: those may not change while a select is typed into, or it forgets what was typed.
  const filter: OptionsFilter = (input) => {
    const found = matchFolded(input)
    typed.current = input.search.trim()
    if (!kind || found.length > 0 || !offers(input.search)) return found
    return [{ value: createValue, label: t(`create.${kind.name}`, { name: typed.current }) }]
  }
  const drawer: ReactNode = Drawer && creating !== null && (
    // biome-ignore lint/a11y/noStaticElementInteractions: it is drawn nowhere; the keys of the drawer come by on their way up
    <div style={{ display: 'contents' }} onKeyDown={(event) => formKeys.includes(event.key) && event.stopPropagation()}>
      <Suspense>
        <Drawer
          name={creating}
          onClose={() => setCreating(null)}
          onCreated={(record) => {
            setCreating(null)
            goOn.afterIt()
            onCreated(record)
          }}
        />
      </Suspense>
    </div>
  )
  const open = (name: string) => {
    goOn.from()
    setCreating(name)
  }
  return {
    filter,
    drawer,
    /** Whether a text that matches nothing is offered as a new record. */
    offers,
    /** Opens the drawer for a typed text that is offered. */
    create: (search: string) => open(search.trim()),
    /** Whether the offer was chosen; then the drawer opens. */
    takes: (value: string): boolean => {
      if (value !== createValue) return false
      isTaking.current = true
      // The select forgets its value in the same turn, which is no choice of the person.
      queueMicrotask(() => {
        isTaking.current = false
      })
      open(typed.current)
      return true
    },
    isTaking: () => isTaking.current,
  }
}

/** After the drawer the writing goes on behind the field that opened it, which may have been drawn again meanwhile. */
function useGoOn(isOpen: boolean) {
  const field = useRef<string | undefined>(undefined)
  const isCreated = useRef(false)
  useEffect(() => {
    if (isOpen || !isCreated.current || !field.current) return
    isCreated.current = false
    focusAfterField(field.current)
  }, [isOpen])
  return {
    from: () => {
      field.current = (document.activeElement as HTMLElement | null)?.dataset.field
      isCreated.current = false
    },
    afterIt: () => {
      isCreated.current = true
    },
  }
}
