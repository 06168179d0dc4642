import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import IconUndo from '~icons/tabler/arrow-back-up'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSubmitOnce } from '../api/useSubmitOnce.ts'
import { DescriptionList, type Fact } from '../ui/fields/DescriptionList.tsx'
import { DialogForm } from '../ui/fields/DialogForm.tsx'
import classes from './ConfirmDialog.module.css'

export type AskFirstProps = {
  call: Call
  params: Record<string, number>
  body?: Record<string, string | number>
  query?: Record<string, string>
  /** The label of the button, also the title of the question. */
  label: string
  /** Where several say the same: whose this is. */
  named?: string
  /** What will happen. */
  question: string
  /** Recipient and amount, each with its label. */
  facts: readonly Fact[]
  icon?: ReactNode
  done?: 'updated' | 'deleted'
  /** The further inputs that a refusal asks for, by field. */
  children?: (refused: Record<string, string>) => ReactNode
}

/** Reverses or deletes a record, after showing the effect, the party and the amount. */
export function ConfirmDialog(props: AskFirstProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={props.named}
        leftSection={props.icon ?? <IconUndo className="turns" aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {props.label}
      </Button>
      {asking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function Question(props: AskFirstProps & { onClose: () => void }) {
  const { call, params, body, query, label, question, facts, done = 'updated', children } = props
  const written = useWritten(call.path)
  const act = useSubmitOnce({
    mutationFn: () => request(call, { params, ...(body && { body }), ...(query && { query }) }),
    onSuccess: () => {
      showSuccess(done)
      written()
      props.onClose()
    },
    onError: (error) => showFailure('update_failed', error),
  })
  const refused = act.error instanceof ApiError && act.error.status < 500 ? act.error : null
  const onClose = () => {
    // The state may have changed since it was shown.
    if (refused) written()
    props.onClose()
  }
  return (
    <DialogForm title={label} isPending={act.isPending} onSubmit={() => act.mutate()} onClose={onClose}>
      <p className={classes.question}>{question}</p>
      <DescriptionList facts={facts} className={classes.facts} />
      {refused && (
        <p className={classes.refused} role="alert">
          {Object.values(refused.fields)[0] ?? refused.message}
        </p>
      )}
      {children?.(refused?.fields ?? {})}
    </DialogForm>
  )
}
