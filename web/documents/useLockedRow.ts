import { useTranslation } from 'react-i18next'
import type { RowActionsProps } from '../ui/list/RowActions.tsx'

/** Lock reason and actions of a locked row: remarks can be written until it is void. */
export function useLockedRow() {
  const { t } = useTranslation(['documents', 'common'])
  return (why: string | null, name: string, said = t(`locked.${why}`)): RowActionsProps['locked'] => {
    if (why === null) return null
    if (why === 'document_void') return { why: said }
    return { why: said, edit: t('common:actions.remarks_named', { name }) }
  }
}
