import { NativeSelect, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import IconSearch from '~icons/tabler/search'
import { type SettingsGroup, type SettingsSection, settingsGroups } from '../routes/settingsSections.ts'
import classes from './SettingsMenu.module.css'

type SettingsMenuProps = { offered: readonly SettingsSection[]; chosen: SettingsSection }
type Group = { name: SettingsGroup; sections: readonly SettingsSection[] }

/** The sections of the settings in their groups, narrowed by what is typed; where the page is narrow, one choice. */
export function SettingsMenu({ offered, chosen }: SettingsMenuProps) {
  const { t } = useTranslation('organization')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const words = normalizeForSearch(typed).split(' ')
  const isMeant = (group: SettingsGroup, section: SettingsSection) => {
    const text = normalizeForSearch(
      [t(`settings.${section}`), t(`settings_groups.${group}`), t(`settings_words.${section}`)].join(' '),
    )
    return words.every((word) => text.includes(word))
  }
  const groups: Group[] = Object.entries(settingsGroups).map(([name, sections]) => ({
    name: name as SettingsGroup,
    sections: sections.filter((section) => offered.includes(section)),
  }))
  const found = groups
    .map(({ name, sections }) => ({ name, sections: sections.filter((section) => isMeant(name, section)) }))
    .filter(({ sections }) => sections.length > 0)
  return (
    <>
      <nav className={classes.menu} aria-label={t('settings.menu')}>
        <TextInput
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          leftSection={<IconSearch aria-hidden />}
        />
        {found.map(({ name, sections }) => (
          <div key={name} className={classes.group}>
            <h2 className={classes.heading}>{t(`settings_groups.${name}`)}</h2>
            {sections.map((section) => (
              <Link
                key={section}
                to={`/settings/${section}`}
                className={classes.entry}
                activeOptions={{ includeSearch: false }}
              >
                {t(`settings.${section}`)}
              </Link>
            ))}
          </div>
        ))}
        {found.length === 0 && <p className={classes.nothing}>{t('common:nothing_found')}</p>}
      </nav>
      <NativeSelect
        className={classes.choice}
        aria-label={t('settings.menu')}
        value={chosen}
        onChange={(event) => void navigate({ to: `/settings/${event.currentTarget.value}` })}
        data={groups
          .filter(({ sections }) => sections.length > 0)
          .map(({ name, sections }) => ({
            group: t(`settings_groups.${name}`),
            items: sections.map((section) => ({ value: section, label: t(`settings.${section}`) })),
          }))}
      />
    </>
  )
}
