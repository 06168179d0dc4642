import { useTranslation } from 'react-i18next'
import type { Issue } from '#contract/e-invoice/verdict.ts'
import { verdictOfDraft } from '#contract/e-invoice-mapping/draft-source.ts'
import { fieldOfPath } from '#contract/e-invoice-mapping/field-of-path.ts'
import { VerdictLight } from '../../e-invoicing/VerdictLight.tsx'
import { WayOut } from '../../e-invoicing/WayOut.tsx'
import { focusFirstError } from '../../ui/form/focusFirstError.ts'
import { today } from '../../ui/today.ts'
import classes from './TypedVerdict.module.css'
import { type DraftFacts, useDraft } from './useDraft.ts'

/** The light and its reasons, each with the way to its field. The same rules run on the server when the document is confirmed. */
export default function TypedVerdict({ asked, dateField, ...given }: DraftFacts) {
  const { t } = useTranslation('eInvoice')
  const { draft, heads } = useDraft({ ...given, asked, dateField })
  // A hundred rows take two milliseconds, so that every keystroke is judged.
  const verdict = heads?.applies && draft ? verdictOfDraft(draft, today()) : null
  if (!verdict) return null
  return (
    <section className={classes.verdict} aria-label={t('light.title')} aria-live="polite" data-light={verdict.light}>
      <VerdictLight light={verdict.light} substituted={verdict.substituted} />
      {verdict.issues.length > 0 && (
        <ul>
          {verdict.issues.map((issue) => (
            <li key={`${issue.rule} ${issue.path}`}>
              <Reason issue={issue} customerId={Number(asked.customer_id)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Reason({ issue, customerId }: { issue: Issue; customerId: number }) {
  const { t } = useTranslation('eInvoice')
  const { message, params, path, rule } = issue
  const field = params.field === undefined ? {} : { field: t(`labels.${params.field}`) }
  return (
    <>
      <button type="button" className="link" onClick={() => focusFirstError({ [fieldOfPath(path)]: true })}>
        {t(`rules.${message}`, { ...params, ...field })}
      </button>{' '}
      <WayOut path={path} customerId={customerId} /> <bdi className={classes.rule}>({rule})</bdi>
    </>
  )
}
