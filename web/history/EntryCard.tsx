import { useTranslation } from 'react-i18next'
import type { PostedEntry } from '#contract/history.ts'
import { useUser } from '../api/session.ts'
import { formatNumber } from '../kit/cells/formatNumber.ts'
import { Num } from '../kit/cells/Num.tsx'
import { localName } from '../words/localName.ts'
import classes from './History.module.css'

/** One entry of the journal with its lines; an entry that was taken back says by which. */
export function EntryCard({ entry }: { entry: PostedEntry }) {
  const { t } = useTranslation('history')
  return (
    <article className={classes.entry} data-reversed={entry.reversed_by !== null || undefined}>
      <header>
        <strong>
          {t('entries.number')} <Num>{entry.entry_number}</Num>
        </strong>
        <Num>{entry.entry_date}</Num>
        <span>{t(`kinds.${entry.kind}`)}</span>
        {entry.posted_by && <bdi>{entry.posted_by}</bdi>}
        {entry.reverses !== null && (
          <span className={classes.mark}>
            {t('entries.reverses')} <Num>{entry.reverses}</Num>
          </span>
        )}
        {entry.reversed_by !== null && (
          <span className={classes.mark}>
            {t('entries.reversed_by')} <Num>{entry.reversed_by}</Num>
          </span>
        )}
        {entry.description && (
          <span className={classes.description}>
            <bdi>{entry.description}</bdi>
          </span>
        )}
      </header>
      <div className={classes.scroll}>
        <table className={classes.lines}>
          <thead>
            <tr>
              <th scope="col">{t('entries.account')}</th>
              <th scope="col">{t('entries.branch')}</th>
              <th scope="col" className={classes.figures}>
                {t('entries.debit')}
              </th>
              <th scope="col" className={classes.figures}>
                {t('entries.credit')}
              </th>
            </tr>
          </thead>
          <tbody>
            {entry.lines.map((line) => (
              <EntryLine key={line.line_number} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </article>
  )
}

function EntryLine({ line }: { line: PostedEntry['lines'][number] }) {
  const { currency } = useUser().organization
  const isForeign = line.currency_code !== currency.code
  return (
    <tr data-side={line.credit > 0 ? 'credit' : 'debit'}>
      <td>
        <Num>{line.account_number}</Num> <bdi>{localName(line)}</bdi>
        {line.party && (
          <>
            {' · '}
            <bdi>{localName({ name: line.party, name_en: line.party_en })}</bdi>
          </>
        )}
        {isForeign && (
          <Num>
            {' '}
            {formatNumber(Math.abs(line.amount_currency), 3, 2)} {line.currency_code}
          </Num>
        )}
      </td>
      <td>
        <bdi>{localName({ name: line.branch, name_en: line.branch_en })}</bdi>
      </td>
      <td className={classes.figures}>{line.debit > 0 && <Num>{formatNumber(line.debit, currency.decimals)}</Num>}</td>
      <td className={classes.figures}>
        {line.credit > 0 && <Num>{formatNumber(line.credit, currency.decimals)}</Num>}
      </td>
    </tr>
  )
}
