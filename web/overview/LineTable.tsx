import { useTranslation } from 'react-i18next'
import type { AccountOverview } from '#contract/reports/overviews.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Overview.module.css'
import { SourceLink } from './SourceLink.tsx'

type LineTableProps = {
  lines: NonNullable<AccountOverview['lines']>
  /** An account with others below it says whose line each is. */
  hasAccounts: boolean
}

/** The last lines of an account, each with the way to what posted it. */
export function LineTable({ lines, hasAccounts }: LineTableProps) {
  const { t } = useTranslation(['overview', 'reports'])
  if (lines.length === 0) return <p className={classes.none}>{t('none.lines')}</p>
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('columns.date')}</th>
          <th scope="col">{t('columns.entry')}</th>
          <th scope="col" className={classes.figure}>
            {t('columns.debit')}
          </th>
          <th scope="col" className={classes.figure}>
            {t('columns.credit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <td>
              <Num>{line.date}</Num>
            </td>
            <td>
              <SourceLink source={line.source} id={line.source_id}>
                <Num>{line.number ?? line.entry_number}</Num>
              </SourceLink>
              <span className={classes.small}>
                {t(`reports:kinds.${line.kind}`)}
                {hasAccounts && (
                  <>
                    {' · '}
                    <bdi>{localName(line.account)}</bdi>
                  </>
                )}
              </span>
            </td>
            <td className={classes.figure}>{line.debit === 0 ? '' : <OwnAmount value={line.debit} />}</td>
            <td className={classes.figure}>{line.credit === 0 ? '' : <OwnAmount value={line.credit} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
