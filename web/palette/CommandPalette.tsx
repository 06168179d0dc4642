import { Loader, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconSearch from '~icons/tabler/search'
import { plainSearch } from '../routes/plainSearch.ts'
import type { Command } from './Command.ts'
import { CommandList, idOf } from './CommandList.tsx'
import classes from './CommandPalette.module.css'
import { useCommands } from './useCommands.ts'

/** Goes anywhere and finds anything by typing: pages, new records, customers, suppliers, products, documents. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const list = useId()
  const { typed, setTyped, groups, searching, failed, remember } = useCommands()
  const commands = groups.flatMap((group) => group.commands)
  const [wanted, setWanted] = useState(0)
  const current = Math.min(wanted, commands.length - 1)
  function choose(command: Command) {
    onClose()
    // The dialog gives the focus back first: what the act opens takes it afterwards.
    if (command.press) return void setTimeout(command.press)
    remember(command)
    const { pathname, search } = new URL(command.to, location.origin)
    void navigate({ to: pathname, search: plainSearch.parseSearch(search) })
  }
  function walk(event: KeyboardEvent) {
    const chosen = commands[current]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && commands.length > 0) setWanted((current + step + commands.length) % commands.length)
    else if (event.key === 'Enter' && chosen && !event.nativeEvent.isComposing) choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={620}
      padding={0}
      yOffset="12vh"
      zIndex={300}
      aria-label={t('title')}
    >
      <div className={classes.field}>
        <IconSearch aria-hidden className={classes.icon} />
        <input
          className={`any-input ${classes.input}`}
          role="combobox"
          aria-label={t('title')}
          aria-expanded={commands.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? idOf(list, current) : undefined}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setWanted(0)
          }}
          onKeyDown={walk}
        />
        {searching && <Loader size={16} aria-label={t('common:states.loading')} />}
      </div>
      <CommandList id={list} groups={groups} current={current} onPoint={setWanted} onChoose={choose} />
      <p className={classes.state} role="status">
        {failed && t('common:states.failed')}
        {!failed && !searching && commands.length === 0 && t('common:list.no_result')}
      </p>
    </Modal>
  )
}
