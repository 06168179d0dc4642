import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import IconRecent from '~icons/tabler/history'
import { useUser } from '../api/session.ts'
import { useOrganizationCommands } from '../memberships/useOrganizationCommands.ts'
import type { Command, CommandGroup } from './Command.ts'
import { readRecent, remember } from './recent.ts'
import { usePageCommands } from './usePageCommands.ts'
import { useRecordCommands } from './useRecordCommands.ts'

const debounceMs = 200

/** The offers of the palette for the input. Without input the latest choices are first. */
export function useCommands() {
  const user = useUser()
  const owner = `${user.organization.id}-${user.id}`
  const [typed, setTyped] = useState('')
  const keyword = typed.trim()
  const [asked] = useDebouncedValue(keyword, debounceMs)
  const pageGroups = usePageCommands(keyword)
  const records = useRecordCommands(keyword === '' ? '' : asked)
  const organizations = { name: 'organizations', commands: useOrganizationCommands(keyword) }
  const groups = [...recentOf(owner, keyword, pageGroups), ...pageGroups, organizations, ...records.groups]
  return {
    typed,
    setTyped,
    groups: groups.filter(({ commands }) => commands.length > 0),
    searching: records.searching || asked !== keyword,
    failed: records.failed,
    remember: (command: Command) => remember(owner, command),
  }
}

// A page is worded in the present language; a record keeps the words it was chosen by.
function recentOf(owner: string, keyword: string, pageGroups: readonly CommandGroup[]): CommandGroup[] {
  if (keyword !== '') return []
  const known = new Map(pageGroups.flatMap(({ commands }) => commands.map((command) => [command.to, command])))
  const commands = readRecent(owner).map((one) => known.get(one.to) ?? { ...one, icon: IconRecent })
  return [{ name: 'recent', commands }]
}
