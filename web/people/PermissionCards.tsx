import { Input, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionCard as Card } from '#contract/access/people.ts'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import IconSearch from '~icons/tabler/search'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { MissingNeeds } from './MissingNeeds.tsx'
import { PermissionCard } from './PermissionCard.tsx'
import classes from './Permissions.module.css'
import { StarterRoles } from './StarterRoles.tsx'

/** The cards of parts that an organization switches on; others are always on. */
function useSwitchedCards(): Partial<Record<string, boolean>> {
  const own = useUser().organization
  const { uses_orders: orders, uses_goods_notes: goods, owns_assets: assets } = own
  return {
    orders,
    goods,
    waiting_goods: goods,
    assets,
    asset_taxes: assets,
    places: own.uses_places,
    lots: own.uses_lots,
    withholding: own.uses_withholding,
    matching: orders,
    landed_costs: own.uses_landed_costs,
    retention: own.uses_retention,
    prices: own.uses_price_lists || own.uses_credit_limits,
  }
}

type PermissionCardsProps = { form: Pick<SchemaForm, 'form'>; cards: readonly Card[] }

/** The permissions of a role, one card per category. A person cannot grant or revoke permissions that they lack. */
export function PermissionCards({ form: { form }, cards }: PermissionCardsProps) {
  const { t } = useTranslation('people')
  const can = useCan()
  const isOn = useSwitchedCards()
  const [held, setHeld] = useState<ReadonlySet<string>>(() => new Set(form.getValues().permissions as string[]))
  const [searched, setSearched] = useState('')
  // In the order of the cards: switching one off and on again leaves nothing to save.
  const all = cards.flatMap(({ permissions }) => permissions.map(({ key }) => key))
  const hold = (next: ReadonlySet<string>) => {
    setHeld(next)
    form.setFieldValue(
      'permissions',
      all.filter((key) => next.has(key)),
    )
  }
  const set = (keys: readonly string[], on: boolean) =>
    hold(new Set(on ? [...held, ...keys] : [...held].filter((key) => !keys.includes(key))))
  /** Permissions that the current user cannot grant stay unchanged. */
  const startFrom = (keys: readonly string[]) =>
    hold(new Set(all.filter((key) => (can(key) ? keys.includes(key) : held.has(key)))))
  const words = normalizeForSearch(searched).trim().split(' ')
  const isFound = (key: string) => {
    const label = normalizeForSearch(t(`permissions.${key}`))
    return words.every((word) => label.includes(word))
  }
  const shown = cards
    // What is not switched on stays as it is, and is not shown.
    .filter(({ key }) => isOn[key] ?? true)
    .map((card) => ({ ...card, permissions: card.permissions.filter(({ key }) => isFound(key)) }))
    .filter(({ permissions }) => permissions.length > 0)
  const locked = cards.some(({ permissions }) => permissions.some(({ key }) => !can(key)))
  return (
    <section className={classes.section} aria-label={t('sections.permissions')} data-field="permissions">
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('sections.permissions')}
        </Title>
        {locked && <span className={classes.hint}>{t('not_held')}</span>}
      </div>
      <div className={classes.tools}>
        <StarterRoles onPick={startFrom} />
        <TextInput
          type="search"
          className={classes.search}
          value={searched}
          placeholder={t('search_permissions')}
          aria-label={t('search_permissions')}
          leftSection={<IconSearch aria-hidden />}
          onChange={(event) => setSearched(event.currentTarget.value)}
        />
      </div>
      <MissingNeeds held={held} can={can} onAdd={(keys) => set(keys, true)} />
      {form.errors.permissions && <Input.Error>{form.errors.permissions}</Input.Error>}
      <div className={classes.cards}>
        {shown.map((card) => (
          <PermissionCard key={card.id} card={card} held={held} can={can} set={set} />
        ))}
      </div>
      {shown.length === 0 && (
        <p className={classes.hint} role="status">
          {t('no_permission_found')}
        </p>
      )}
    </section>
  )
}
