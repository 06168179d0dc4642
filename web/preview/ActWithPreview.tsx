import { Button } from '@mantine/core'
import type { Call } from '#contract/kit/resource.ts'
import type { PostingPreview } from '#contract/preview/posting-preview.ts'
import IconConfirm from '~icons/tabler/check'
import { request } from '../api/client.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { PreviewIcon } from './PreviewIcon.tsx'

type ActWithPreviewProps = {
  record: { id: number; version: number }
  call: Call & { method: 'POST' }
  /** The same call without writing. */
  preview: Call & { method: 'POST' }
  label: string
}

/** Posts a stored draft, and shows its entries before on demand; a refusal of either is shown as a message. */
export function ActWithPreview({ record: { id, version }, call, preview, label }: ActWithPreviewProps) {
  const act = useActionMutation(call)
  const sent = { params: { id }, body: { version } }
  return (
    <>
      <PreviewIcon
        read={async () => (await request<{ data: PostingPreview }>(preview, { ...sent, query: {} })).data}
        saveLabel={label}
        onSave={() => act.mutate(sent)}
      />
      <Button leftSection={<IconConfirm aria-hidden />} loading={act.isPending} onClick={() => act.mutate(sent)}>
        {label}
      </Button>
    </>
  )
}
