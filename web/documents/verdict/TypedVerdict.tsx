import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { memoNames } from '#contract/documents/memo-fields.ts'
import type { Issue } from '#contract/e-invoice/verdict.ts'
import { verdictOfDraft } from '#contract/e-invoice-mapping/draft-source.ts'
import { fieldOfPath } from '#contract/e-invoice-mapping/field-of-path.ts'
import { documentHeadsCall } from '#contract/e-invoicing.ts'
import { request } from '../../api/client.ts'
import { VerdictLight } from '../../e-invoicing/VerdictLight.tsx'
import { WayOut } from '../../e-invoicing/WayOut.tsx'
import { useFormScope, type Values } from '../../ui/form/FormScope.ts'
import { focusFirstError } from '../../ui/form/focusFirstError.ts'
import { today } from '../../ui/today.ts'
import { draftOf, type Typed } from './draftOf.ts'
import classes from './TypedVerdict.module.css'

const watched = ['audience', 'exchange_rate', ...memoNames] as const
type TypedVerdictProps = Omit<Typed, 'values'> & { asked: Record<string, string>; dateField: string }

/** The light and its reasons, each with the way to its field. The same rules run on the server when the document is confirmed. */
export default function TypedVerdict({ asked, dateField, ...given }: TypedVerdictProps) {
  const { t } = useTranslation('eInvoice')
  const heads = useHeads(asked)
  const values = useHeadValues(dateField)
  const draft = heads?.applies ? draftOf({ ...given, values }, dateField, heads) : null
  // A hundred rows take two milliseconds, so that every keystroke is judged.
  const verdict = draft && verdictOfDraft(draft, today())
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

/** Requested again when the user returns: the customer may have been completed in another tab. */
function useHeads(asked: Record<string, string>) {
  return useQuery({
    queryKey: [documentHeadsCall.path, 'answer', asked],
    queryFn: async ({ signal }) =>
      (await request<{ data: z.output<typeof documentHeadsCall.answer> }>(documentHeadsCall, { query: asked, signal }))
        .data,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  }).data
}

/** The fields of the head that the rules look at, drawn again when one of them changes. */
function useHeadValues(dateField: string): Values {
  const { form } = useFormScope()
  const [values, setValues] = useState<Values>(() => form.getValues())
  for (const name of [dateField, ...watched]) form.watch(name, () => setValues({ ...form.getValues() }))
  return values
}
