import { useTranslation } from 'react-i18next'
import { type MemoName, memoNames, type SentMemo } from '#contract/documents/memo-fields.ts'
import { Num } from '../ui/cells/Num.tsx'

type ChangedSinceProps = {
  printed: (SentMemo & { due_date?: string }) | null
  due_date?: string
  memo: SentMemo
}

/** On the screen only: internal changes since the paper was issued. The paper itself is unchanged. */
export function ChangedSince({ printed, due_date, memo }: ChangedSinceProps) {
  const { t } = useTranslation('documents')
  if (!printed) return null
  const isDueLater = printed.due_date !== undefined && printed.due_date !== due_date
  const hasOtherNotes = (printed.notes ?? null) !== (memo.notes ?? null)
  const labelOf = (name: MemoName, value: string | null | undefined) =>
    name === 'payment_means'
      ? t(`payment_means.${value ?? 'none'}`)
      : name === 'transaction_kind'
        ? t(`transaction_kinds.${value ?? 'none'}`)
        : (value ?? '–')
  const others = memoNames.filter(
    (name) => name !== 'notes' && memo[name] !== undefined && (printed[name] ?? null) !== memo[name],
  )
  if (!isDueLater && !hasOtherNotes && others.length === 0) return null
  return (
    <p>
      {isDueLater && (
        <span>
          {t('standing.due_now')} <Num>{due_date}</Num>
        </span>
      )}{' '}
      {hasOtherNotes && (
        <span>
          {t('standing.notes_now')} <bdi>{memo.notes ?? t('standing.no_notes')}</bdi>
        </span>
      )}{' '}
      {others.map((name) => (
        <span key={name}>
          {t('standing.memo_now', { name: t(`fields.invoice.${name}`) })} <bdi>{labelOf(name, memo[name])}</bdi>
        </span>
      ))}
    </p>
  )
}
