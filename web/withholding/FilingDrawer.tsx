import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { withholdingCalls } from '#contract/withholding/withholding.ts'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import type { WithholdingPeriod } from './WithholdingPeriod.ts'

type FilingDrawerProps = { act: 'reference' | 'take_back'; period: WithholdingPeriod; onClose: () => void }

/** For a filed return: the authority's number, or the reason for taking it back. */
export function FilingDrawer({ act, period, onClose }: FilingDrawerProps) {
  const { t } = useTranslation(['withholding', 'common'])
  const { id, from, to, authority_reference } = period
  const isReference = act === 'reference'
  return (
    <ActionDrawer
      title={t(`${act}.title`)}
      call={isReference ? withholdingCalls.setReference : withholdingCalls.takeBack}
      params={{ id }}
      values={isReference ? { authority_reference: authority_reference ?? '' } : { reason: '' }}
      saveLabel={isReference ? t('common:actions.save') : t('take_back.action')}
      onClose={onClose}
    >
      {isReference ? (
        <LtrTextField name="authority_reference" />
      ) : (
        <>
          <Text size="sm">{t('take_back.hint', { from, to })}</Text>
          <TextField name="reason" />
        </>
      )}
    </ActionDrawer>
  )
}
