import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { advances } from '#contract/documents/sides.ts'
import { useCan } from '../../api/useCan.ts'
import { documentPath } from '../../routes/paths.ts'
import classes from '../Payment.module.css'

/** Money for a supply that is agreed on is taxed when it comes in: a plain credit would leave its tax out of the return. */
export function AdvanceHint() {
  const { t } = useTranslation('payments')
  const can = useCan()
  return (
    <p className={classes.hint} role="note">
      {t('advance.untaxed')}{' '}
      {can('create-invoice') && (
        <Link to={`${documentPath(advances)}/create`} className="link">
          {t('advance.issue')}
        </Link>
      )}
    </p>
  )
}
