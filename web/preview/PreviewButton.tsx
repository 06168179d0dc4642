import type { Call } from '#contract/kit/resource.ts'
import type { PostingPreview } from '#contract/preview/posting-preview.ts'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import type { Id } from '../api/resource.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { PreviewIcon } from './PreviewIcon.tsx'

type PreviewButtonProps = {
  form: SchemaForm
  call: Call & { method: 'POST' }
  /** The stored record that is saved; a new one has none. */
  id?: Id | null
  /** What the address of the call names. */
  params?: Record<string, number>
  saveLabel: string
}

/** What saving does to the books, before it is saved: by the same rules, so that what would be refused is refused here. */
export function PreviewButton({ form, call, id, params, saveLabel }: PreviewButtonProps) {
  const read = async () => {
    const body = form.checkedBody()
    if (!body) return null
    const query = id === null || id === undefined ? {} : { id }
    try {
      return (await request<{ data: PostingPreview }>(call, { ...(params && { params }), query, body })).data
    } catch (error) {
      if (error instanceof ApiError) form.form.setErrors(error.fields)
      throw error
    }
  }
  return <PreviewIcon read={read} saveLabel={saveLabel} onSave={() => void form.submit()} />
}
