import '@mantine/core/styles/Popover.layer.css'
import { ActionIcon, Button, Checkbox, Popover, Stack, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconDelete from '~icons/tabler/trash'
import { useFieldLabel } from '../../../i18n/useFieldLabel.ts'
import { useListScope } from '../../list-scope/ListScope.ts'
import { useArranged } from './useArranged.ts'
import type { ChosenColumns } from './useChosenListColumns.ts'
import classes from './ViewMenu.module.css'

type ViewMenuProps = {
  columns: readonly { name: string }[]
  chosen: ChosenColumns<unknown>
  onClose: () => void
  /** The button it hangs on. */
  children: ReactNode
}
const nameMaximum = 60

/** The columns that are shown, and the views that were saved under a name. */
export function ViewMenu({ columns, chosen, onClose, children }: ViewMenuProps) {
  const { t } = useTranslation('common')
  const { resource } = useListScope()
  const label = useFieldLabel(resource.name)
  const toggle = (name: string) =>
    chosen.hide(chosen.hidden.includes(name) ? chosen.hidden.filter((one) => one !== name) : [...chosen.hidden, name])
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-end"
      width={280}
      trapFocus
      withinPortal
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label={t('list.views')}>
        <Stack gap="lg">
          <fieldset className={classes.group}>
            <legend>{t('list.columns')}</legend>
            {columns.slice(1).map(({ name }) => (
              <Checkbox
                key={name}
                label={label(name)}
                checked={!chosen.hidden.includes(name)}
                onChange={() => toggle(name)}
              />
            ))}
            {chosen.hidden.length > 0 && (
              <Button size="compact-xs" variant="subtle" onClick={() => chosen.hide([])}>
                {t('list.all_columns')}
              </Button>
            )}
          </fieldset>
          <SavedViews onChosen={onClose} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function SavedViews({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const [{ views }, arrange] = useArranged()
  const [name, setName] = useState('')
  const save = () => {
    const kept = Object.entries(search).filter(
      ([key, value]) => key !== 'page' && key !== 'edit' && value !== undefined,
    )
    const view = { name: name.trim(), search: Object.fromEntries(kept.map(([key, value]) => [key, String(value)])) }
    if (view.name === '') return
    arrange({ views: [...views.filter((one) => one.name !== view.name), view] })
    setName('')
  }
  return (
    <fieldset className={classes.group}>
      <legend>{t('list.saved_views')}</legend>
      {views.length === 0 && <p className={classes.none}>{t('list.no_views')}</p>}
      {views.map((view) => (
        <div key={view.name} className={classes.view}>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              void navigate({ to: '.', search: view.search })
              onChosen()
            }}
          >
            <bdi>{view.name}</bdi>
          </Button>
          <ActionIcon
            aria-label={t('list.delete_view', { name: view.name })}
            onClick={() => arrange({ views: views.filter((one) => one !== view) })}
          >
            <IconDelete aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <form
        className={classes.save}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput
          size="xs"
          aria-label={t('list.view_name')}
          placeholder={t('list.view_name')}
          value={name}
          maxLength={nameMaximum}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button size="xs" type="submit" variant="default" disabled={name.trim() === ''}>
          {t('list.save_view')}
        </Button>
      </form>
    </fieldset>
  )
}
