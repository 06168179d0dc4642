import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { missingNeeds } from '#contract/access/permission-needs.ts'
import classes from './Permissions.module.css'

type MissingNeedsProps = { held: ReadonlySet<string>; can: (key: string) => boolean; onAdd: (keys: string[]) => void }

/** Warns of permissions that are of no use without another one, and offers to add what is missing. */
export function MissingNeeds({ held, can, onAdd }: MissingNeedsProps) {
  const { t, i18n } = useTranslation('people')
  const missing = missingNeeds(held)
  if (missing.length === 0) return null
  const list = new Intl.ListFormat(i18n.language)
  const grantable = [...new Set(missing.flatMap(({ needs }) => needs))].filter(can)
  return (
    <div className={classes.missing} role="status">
      <ul>
        {missing.map(({ key, needs }) => (
          <li key={key}>
            <bdi>
              {t('needs', {
                permission: t(`permissions.${key}`),
                needed: list.format(needs.map((need) => t(`permissions.${need}`))),
              })}
            </bdi>
          </li>
        ))}
      </ul>
      {grantable.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => onAdd(grantable)}>
          {t('add_needed')}
        </Button>
      )}
    </div>
  )
}
