import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rulePreview } from '#contract/imports/bank-rules.ts'
import type { ListAnswer } from '#contract/kit/envelope.ts'
import { request } from '../api/client.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import classes from './BankStatements.module.css'

type Line = { id: number; line_date: string; amount: number; description: string; tax: number }
const shown = 5

/** The lines of the bank that a rule would be about, before it is saved. */
export function RulePreview() {
  const { t } = useTranslation('bankStatements')
  const { form } = useFormScope()
  const words = useWatched(form, 'words').trim()
  const direction = useWatched(form, 'direction') || 'both'
  const optional = {
    bank_account_id: useWatched(form, 'bank_account_id'),
    amount_min: useWatched(form, 'amount_min'),
    amount_max: useWatched(form, 'amount_max'),
    tax_id: useWatched(form, 'tax_id'),
  }
  const isTaxOnly = useWatched(form, 'is_tax_only') as unknown
  const given = {
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
    ...(optional.tax_id && (isTaxOnly === true || isTaxOnly === 'true') && { is_tax_only: true }),
  }
  const query = { words, direction, ...given }
  const lines = useQuery({
    queryKey: [rulePreview.path, 'answer', query],
    queryFn: ({ signal }) => request<ListAnswer<Line>>(rulePreview, { query, signal }),
    enabled: words.length > 1,
  })
  if (!lines.data || words.length < 2) return null
  return (
    <section aria-label={t('rules.preview')} className="wide">
      <p className={classes.hint} role="status">
        {t('rules.found', { number: lines.data.meta.total })}
      </p>
      <ul className={classes.preview}>
        {lines.data.data.slice(0, shown).map((line) => (
          <li key={line.id}>
            <Num>{line.line_date}</Num> <Amount value={line.amount} /> <bdi>{line.description}</bdi>
            {line.tax !== 0 && (
              <span className={classes.hint}>
                {t('rules.tax')} <Amount value={line.tax} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
