import { useTranslation } from 'react-i18next'
import type { PostedEntry } from '#contract/history.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { useUser } from '../api/session.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './History.module.css'

/** One journal entry with its lines. A reversed entry names its reversal. */
export function EntryCard({ entry }: { entry: PostedEntry }) {
  const { t } = useTranslation('history')
  // If all lines belong to one branch, the head names it once.
  const [first] = entry.lines
  const isShared = entry.lines.every(({ branch }) => branch === first?.branch)
  return (
    <article className={classes.entry} data-reversed={entry.reversed_by !== null || undefined}>
      <header>
        <strong>
          <BidiText>
            {t('entries.number')} <Num>{entry.entry_number}</Num>
          </BidiText>
        </strong>
        <Num>{entry.entry_date}</Num>
        <span>{t(`kinds.${entry.called}`)}</span>
        {isShared && first && <bdi>{branchOf(first)}</bdi>}
        {entry.posted_by && <bdi>{entry.posted_by}</bdi>}
        {entry.reverses !== null && (
          <span className={classes.mark}>
            <BidiText>
              {t('entries.reverses')} <Num>{entry.reverses}</Num>
            </BidiText>
          </span>
        )}
        {entry.reversed_by !== null && (
          <span className={classes.mark}>
            <BidiText>
              {t('entries.reversed_by')} <Num>{entry.reversed_by}</Num>
            </BidiText>
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
              {!isShared && <th scope="col">{t('entries.branch')}</th>}
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
              <EntryLine key={line.line_number} line={line} branch={isShared ? null : branchOf(line)} />
            ))}
          </tbody>
        </table>
      </div>
    </article>
  )
}

type Line = PostedEntry['lines'][number]
const branchOf = (line: Line) => localName({ name: line.branch, name_en: line.branch_en })

function EntryLine({ line, branch }: { line: Line; branch: string | null }) {
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
          <span className={classes.foreign}>
            <Num>
              {formatNumber(Math.abs(line.amount_currency), line.currency_decimals)} {line.currency_code}
            </Num>
          </span>
        )}
      </td>
      {branch !== null && (
        <td>
          <bdi>{branch}</bdi>
        </td>
      )}
      <td className={classes.figures}>{line.debit > 0 && <Num>{formatNumber(line.debit, currency.decimals)}</Num>}</td>
      <td className={classes.figures}>
        {line.credit > 0 && <Num>{formatNumber(line.credit, currency.decimals)}</Num>}
      </td>
    </tr>
  )
}
