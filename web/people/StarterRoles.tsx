import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type StarterRole, starterRoles } from '#contract/access/starter-roles.ts'
import classes from './Permissions.module.css'

/** The usual roles: one press sets the switches, and every switch can still be changed. */
export function StarterRoles({ onPick }: { onPick: (keys: readonly string[]) => void }) {
  const { t } = useTranslation('people')
  return (
    <div className={classes.starters}>
      <span className={classes.hint}>{t('start_from')}</span>
      {(Object.keys(starterRoles) as StarterRole[]).map((name) => (
        <Button key={name} size="compact-sm" variant="default" onClick={() => onPick(starterRoles[name])}>
          {t(`starter_roles.${name}`)}
        </Button>
      ))}
    </div>
  )
}
