import { useTranslation } from 'react-i18next'
import { messageOfRule } from '#contract/e-invoice/message-of-rule.ts'

export type Remark = { code: string | null; message: string }

/** A remark of the authority in our words if we have its rule and our message is complete. Otherwise in the authority's words. */
export function useRemarkWords(): (remark: Remark) => string {
  const { t } = useTranslation('eInvoice')
  return ({ code, message }) => {
    const key = messageOfRule(code)
    const words = key === null ? '' : t(`rules.${key}`, { skipInterpolation: true })
    return words === '' || words.includes('{{') ? message : words
  }
}
