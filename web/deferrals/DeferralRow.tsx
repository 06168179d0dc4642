import { useTranslation } from 'react-i18next'
import type { Deferral } from '#contract/documents/spread-fields.ts'
import { useUser } from '../api/session.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { localName } from '../i18n/localName.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { viewPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { StatusDot } from '../ui/cells/StatusDot.tsx'
import { DeferralActions } from './DeferralActions.tsx'
import classes from './Deferrals.module.css'
import { FailedPart } from './FailedPart.tsx'
import { PartList } from './PartList.tsx'

const colors = { active: 'blue', done: 'green', stopped: 'orange', cancelled: 'gray' }

/** One row over its months, with what can be done about it. */
export function DeferralRow({ row, namesDocument = false }: { row: Deferral; namesDocument?: boolean }) {
  const { t } = useTranslation('deferrals')
  const { currency } = useUser().organization
  const { item_name, item_name_en, account, result_account, from_date, to_date, months } = row
  const failed = row.parts.filter(({ state }) => state === 'failed')
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {namesDocument && (
          <OpenLink to={viewPath(row.kind, row.document_id ?? row.asset_id ?? 0) ?? ''} className="link">
            <Num>{row.document_number ?? String(row.document_id)}</Num>
          </OpenLink>
        )}
        <bdi>{localName({ name: item_name, name_en: item_name_en })}</bdi>
        {namesDocument && row.party && <bdi className={classes.muted}>{localName(row.party)}</bdi>}
        <StatusDot status={row.state} color={colors[row.state]} label={t(`states.${row.state}`)} />
        <DeferralActions row={row} />
      </div>
      <dl className={classes.figures}>
        {(['amount', 'recognised', 'remaining'] as const).map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              <Amount value={row[name]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.muted}>
        <BidiText>
          {t('period', { from: from_date, to: to_date })} ·{' '}
          {months === null ? t('by_days') : t('months_of', { number: months })} ·{' '}
          {t('accounts', { from: localName(account), to: localName(result_account) })}
        </BidiText>
      </p>
      {failed.map((part) => (
        <FailedPart key={part.number} id={row.id} part={part} />
      ))}
      <details>
        <summary>{t('parts')}</summary>
        <PartList parts={row.parts} />
      </details>
    </li>
  )
}
