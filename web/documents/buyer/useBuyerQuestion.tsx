import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { documentHeadsCall } from '#contract/e-invoicing.ts'
import { DialogForm } from '../../ui/fields/DialogForm.tsx'
import type { SchemaForm } from '../../ui/form/useSchemaForm.ts'
import { useLackingList } from './BuyerNotice.tsx'

/**
 * Asks once more before a tax invoice is confirmed without what the law wants of its buyer. `form` is the form to save with. Where the
 * authority must clear the invoice, nothing is asked: the server refuses it.
 */
export function useBuyerQuestion(form: SchemaForm, isPosting: () => boolean) {
  const lacking = useRef<string[]>([])
  const [asked, setAsked] = useState<{ list: string[]; settle: () => void } | null>(null)
  const client = useQueryClient()
  const isCleared = () =>
    client
      .getQueriesData<{ applies?: boolean }>({ queryKey: [documentHeadsCall.path, 'answer'] })
      .some(([, heads]) => heads?.applies)
  const submit = (): Promise<void> => {
    if (isCleared() || !isPosting() || lacking.current.length === 0 || form.checkedBody() === null) return form.submit()
    return new Promise((settle) => setAsked({ list: lacking.current, settle }))
  }
  const close = () => {
    asked?.settle()
    setAsked(null)
  }
  const question: ReactNode = asked && (
    <Question
      lacking={asked.list}
      onClose={close}
      onConfirm={() => {
        setAsked(null)
        void form.submit().finally(asked.settle)
      }}
    />
  )
  return {
    form: { ...form, submit },
    question,
    onLacking: (now: string[]) => {
      lacking.current = now
    },
  }
}

type QuestionProps = { lacking: readonly string[]; onClose: () => void; onConfirm: () => void }

function Question({ lacking, onClose, onConfirm }: QuestionProps) {
  const { t } = useTranslation('documents')
  const list = useLackingList(lacking)
  return (
    <DialogForm title={t('buyer_notice.question')} isPending={false} onSubmit={onConfirm} onClose={onClose}>
      <p>{t('buyer_notice.missing', { list })}</p>
      <p>{t('buyer_notice.stays')}</p>
    </DialogForm>
  )
}
