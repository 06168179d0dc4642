import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bankRules, type RuleProposal, ruleProposals } from '#contract/imports/bank-rules.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { localName } from '../i18n/localName.ts'
import classes from './BankStatements.module.css'

/** Rules that what was done before suggests; one press makes each. */
export function RuleProposals() {
  const { t } = useTranslation('bankStatements')
  const answer = useCallQuery(ruleProposals)
  const make = useActionMutation(bankRules.calls.create)
  const rows = answer.data as RuleProposal[] | undefined
  if (!rows || rows.length === 0) return null
  return (
    <section className={classes.proposals} aria-label={t('rules.proposals')}>
      <h2>{t('rules.proposals')}</h2>
      <ul>
        {rows.map(({ words, direction, account_id, tax_id, account, times, open, example }) => (
          <li key={`${words} ${direction}`}>
            <span>
              <bdi>{words}</bdi> · {t(`directions.${direction}`)} ·{' '}
              <bdi>{`${account.number} ${localName(account)}`}</bdi>
              <span className={classes.hint}>
                {t('rules.times', { number: times })} · {t('rules.open', { number: open })} · <bdi>{example}</bdi>
              </span>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              loading={make.isPending}
              onClick={() =>
                make.mutate({ body: { name: words, words, direction, account_id, tax_id, status: 'active' } })
              }
            >
              {t('rules.make')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
