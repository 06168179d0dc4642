import { Input, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionCard as Card } from '#contract/access/people.ts'
import { useCan } from '../api/useCan.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { PermissionCard } from './PermissionCard.tsx'
import classes from './Permissions.module.css'

type PermissionCardsProps = { form: Pick<SchemaForm, 'form'>; cards: readonly Card[] }

/** What the role may do, a card for each category. What the person does not hold cannot be given or taken. */
export function PermissionCards({ form: { form }, cards }: PermissionCardsProps) {
  const { t } = useTranslation('people')
  const can = useCan()
  const [held, setHeld] = useState<ReadonlySet<string>>(() => new Set(form.getValues().permissions as string[]))
  const set = (keys: readonly string[], on: boolean) => {
    const next = new Set(held)
    for (const key of keys) {
      if (on) next.add(key)
      else next.delete(key)
    }
    setHeld(next)
    // In the order of the cards: switching one off and on again leaves nothing to save.
    const all = cards.flatMap(({ permissions }) => permissions.map(({ key }) => key))
    form.setFieldValue(
      'permissions',
      all.filter((key) => next.has(key)),
    )
  }
  const locked = cards.some(({ permissions }) => permissions.some(({ key }) => !can(key)))
  return (
    <section className={classes.section} aria-label={t('sections.permissions')} data-field="permissions">
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t('sections.permissions')}
        </Title>
        {locked && <span className={classes.hint}>{t('not_held')}</span>}
      </div>
      {form.errors.permissions && <Input.Error>{form.errors.permissions}</Input.Error>}
      <div className={classes.cards}>
        {cards.map((card) => (
          <PermissionCard key={card.id} card={card} held={held} can={can} set={set} />
        ))}
      </div>
    </section>
  )
}
