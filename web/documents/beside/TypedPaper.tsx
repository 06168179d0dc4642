import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { useUser } from '../../api/session.ts'
import { useTypedRetention } from '../../retention/useTypedRetention.ts'
import { useFormScope } from '../../ui/form/FormScope.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import { DocumentSheet } from '../sheet/DocumentSheet.tsx'
import { type DraftFacts, useDraft } from '../verdict/useDraft.ts'
import classes from './Beside.module.css'
import { draftRecord } from './draftRecord.ts'

/** The paper as it will be, drawn with each change. For the eye: every fact of it is a field of the form. */
export default function TypedPaper({ side, ...facts }: DraftFacts & { side: Side }) {
  const { t } = useTranslation('documents')
  const { form } = useFormScope()
  const number = useWatched(form, side.numberField)
  const due_date = useWatched(form, 'due_date')
  const notes = useWatched(form, 'notes')
  const retention = useTypedRetention()
  const isTaxed = useUser().organization.tax_number !== null
  const { draft } = useDraft(facts)
  if (!draft) return <p className={classes.empty}>{t('beside.empty')}</p>
  return (
    <div className={classes.paper} aria-hidden inert>
      <DocumentSheet
        side={side}
        record={draftRecord(side, draft, { number, due_date, notes, isTaxed, retention, currency: facts.currency })}
      />
    </div>
  )
}
