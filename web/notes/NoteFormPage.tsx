import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { NoteKind } from '#contract/documents/note-kinds.ts'
import { type NoteDraft, notes } from '#contract/documents/notes.ts'
import { PlaceField } from '../accounting-ui/PlaceField.tsx'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useRecord, useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { localName } from '../i18n/localName.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { documentPath, notePath, viewPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import type { Values } from '../ui/form/FormScope.ts'
import { FormSection } from '../ui/form/FormSection.tsx'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { LegalReasonField } from './LegalReasonField.tsx'
import { NoteLines } from './NoteLines.tsx'
import type { NoteRecord } from './NoteRecord.ts'
import { copiedLines, emptyLines, type NoteLineRow, sentLines } from './noteLine.ts'

/**
 * A new note on the document of the address: what comes back, or what changes in price, row by row. `?copy=7` fills it like an
 * earlier note on the document.
 */
export function NoteFormPage({ kind }: { kind: NoteKind }) {
  const { id } = useParams({ strict: false }) as { id?: string }
  const { copy } = useSearch({ strict: false }) as { copy?: string | number }
  const isNumber = /^[1-9][0-9]*$/.test(id ?? '')
  const { t } = useTranslation('common')
  const { calls } = notes[kind.name]
  const draft = useQuery({
    queryKey: [calls.draft.path, 'draft', id],
    queryFn: async ({ signal }) =>
      (await request<{ data: NoteDraft }>(calls.draft, { params: { id: id ?? '' }, signal })).data,
    enabled: isNumber,
    staleTime: 0,
    gcTime: 0,
  })
  const source = useRecord(notes[kind.name], copy ?? null)
  if (!isNumber) return <Navigate to={documentPath(kind.side)} replace />
  if (!draft.data)
    return (
      <LoadingPage of={draft}>
        <Button variant="default" renderRoot={(props) => <Link {...props} to={onFrom(draft.error, kind, id)} />}>
          {t(isRefused(draft.error) ? 'actions.to_record' : 'actions.to_list')}
        </Button>
      </LoadingPage>
    )
  if (copy !== undefined && !source.data) return <LoadingPage of={source} list={notePath(kind)} />
  return (
    <NoteForm
      key={draft.data.reference.version}
      kind={kind}
      draft={draft.data}
      source={source.data as NoteRecord | undefined}
    />
  )
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 422
/** A document that takes no note is where that can be mended; one that is not there leaves the list. */
const onFrom = (error: unknown, { side }: NoteKind, id = '') =>
  (isRefused(error) && viewPath(side.document, id)) || documentPath(side)

type NoteFormProps = { kind: NoteKind; draft: NoteDraft; source: NoteRecord | undefined }
function NoteForm({ kind, draft, source }: NoteFormProps) {
  const { t } = useTranslation('notes')
  const navigate = useNavigate()
  const { calls } = notes[kind.name]
  const written = useWritten(kind.path)
  const { reference } = draft
  const back = viewPath(reference.kind, reference.id)
  const form: SchemaForm = useSchemaForm({
    schema: calls.create.body,
    resource: kind.name,
    values: {
      note_number: '',
      note_date: today(),
      place_id: '',
      reason: source?.reason ?? '',
      reason_code: source?.reason_code ?? '',
      lines: source ? copiedLines(draft, source.items) : emptyLines(draft),
      version: reference.version,
    },
    toBody: ({ lines, ...rest }) => ({ ...rest, lines: sentLines(lines as NoteLineRow[]) }) as Values,
    send: async (body, idempotencyKey) => {
      const params = { id: reference.id }
      const answer = await request<{ data: { id: number } }>(calls.create, { params, body, idempotencyKey })
      form.guard.release()
      showSuccess('created')
      written()
      void navigate({ to: `${notePath(kind)}/${answer.data.id}/view` })
    },
    onFailed: (error) => showFailure('creation_failed', error),
  })
  return (
    <FormPage
      title={t(`names.${kind.name}.new`)}
      form={form}
      onBack={() => void navigate({ to: back })}
      saveLabel={t('actions.issue')}
      actions={
        reference.kind !== 'advance_invoice' && (
          <PreviewButton
            form={form}
            call={calls.preview}
            params={{ id: reference.id }}
            saveLabel={t('actions.issue')}
          />
        )
      }
    >
      <FormSection
        title={t('sections.info')}
        detail={
          <BidiText>
            {t(`sections.of_${reference.kind}`)} <Num>{reference.number}</Num> ·{' '}
            <bdi>{localName({ name: reference.party, name_en: reference.party_en })}</bdi>
          </BidiText>
        }
      >
        {kind.name === 'supplier_credit' && <TextField name="note_number" />}
        <DateField name="note_date" />
        {kind.lowers && <PlaceField hint="of_source" />}
        {kind.side.name === 'sales' && <LegalReasonField byContent />}
        <TextField name="reason" />
      </FormSection>
      <NoteLines kind={kind} draft={draft} form={form} />
    </FormPage>
  )
}
