import '@mantine/core/styles/Switch.layer.css'
import { Checkbox, Switch, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PermissionCard as Card } from '#contract/access/people.ts'
import classes from './Permissions.module.css'

type PermissionCardProps = {
  card: Card
  held: ReadonlySet<string>
  /** Whether the person at the screen holds a permission and so may give it. */
  can: (key: string) => boolean
  set: (keys: readonly string[], on: boolean) => void
}

/** The permissions of one category. "All" is set by setting each of them, and cleared by clearing one. */
export function PermissionCard({ card, held, can, set }: PermissionCardProps) {
  const { t } = useTranslation('people')
  const keys = card.permissions.map(({ key }) => key)
  const grantable = keys.filter(can)
  const all = keys.every((key) => held.has(key))
  const some = keys.some((key) => held.has(key))
  const category = t(`categories.${card.key}`)
  return (
    <section className={classes.card} aria-label={category}>
      <header className={classes.cardHead}>
        <Title order={3}>{category}</Title>
        <Checkbox
          size="xs"
          label={t('select_all')}
          aria-label={t('select_all_of', { category })}
          checked={all}
          indeterminate={some && !all}
          disabled={grantable.length === 0}
          onChange={(event) => set(grantable, event.currentTarget.checked)}
        />
      </header>
      <div className={classes.switches}>
        {keys.map((key) => (
          <Switch
            key={key}
            size="xs"
            label={t(`permissions.${key}`)}
            checked={held.has(key)}
            disabled={!can(key)}
            onChange={(event) => set([key], event.currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  )
}
