import type { OptionsFilter } from '@mantine/core'
import { lazy, type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '#contract/kit/resource.ts'
import { useCan } from '../../api/useCan.ts'
import { matchFolded } from '../values/matchFolded.ts'
import { Creatable, type CreateHereProps } from './Creatable.ts'

const createValue = 'create-here'
/** These keys go up to the form around the drawer, which would take them as its own; all others are the page's. */
const formKeys = ['Enter', 'Tab', 'ArrowUp', 'ArrowDown']

/**
 * Where nothing is found, a select offers to create it: the drawer of the record opens over the form, which keeps all that
 * was typed, and what is created is chosen. Without the permission nothing is offered.
 */
export function useCreateHere(call: Call, onCreated: CreateHereProps['onCreated']) {
  const { t } = useTranslation('common')
  const can = useCan()
  const kind = use(Creatable)[call.path]
  const mayCreate = kind !== undefined && can(kind.permission)
  const [typed, setTyped] = useState('')
  const [creating, setCreating] = useState<string | null>(null)
  const Drawer = useMemo(() => kind && lazy(async () => ({ default: await kind.load() })), [kind])
  const name = typed.trim()
  const offer = mayCreate && name !== '' ? { value: createValue, label: t(`create.${kind.name}`, { name }) } : null
  const filter: OptionsFilter = (input) => {
    const listed = input.options.filter((option) => !('value' in option) || option.value !== createValue)
    const found = matchFolded({ ...input, options: listed })
    return found.length === 0 && offer && input.search.trim() !== '' ? [offer] : found
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
            onCreated(record)
          }}
        />
      </Suspense>
    </div>
  )
  return {
    filter,
    offer,
    drawer,
    setTyped,
    /** Whether this choice is the offer; then the drawer opens. */
    takes: (value: string | null): boolean => {
      if (value !== createValue) return false
      setCreating(name)
      return true
    },
  }
}
