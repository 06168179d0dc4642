import { Button, type ButtonProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelCalls } from '#contract/labels/product-labels.ts'
import IconLabels from '~icons/tabler/tags'
import { useUser } from '../api/session.ts'
import { useCan } from '../api/useCan.ts'
import { loadWords } from '../i18n/i18n.ts'
import { PageWords } from '../i18n/PageWords.tsx'
import type { LabelSource } from './LabelsDrawer.tsx'

const labelWords = ['labels']

const LabelsDrawer = lazy(async () => {
  await loadWords(labelWords)
  return { default: (await import('./LabelsDrawer.tsx')).LabelsDrawer }
})

type LabelsButtonProps = LabelSource & { size?: ButtonProps['size'] }

/** Opens what labels are printed on; for who reads products, in an organization that uses barcodes. */
export function LabelsButton({ size, ...source }: LabelsButtonProps) {
  const { t } = useTranslation('common')
  const can = useCan()
  const { uses_barcodes } = useUser().organization
  const [isOpen, setIsOpen] = useState(false)
  if (!uses_barcodes || !can(...labelCalls.print.admission)) return null
  return (
    <>
      <Button
        variant="default"
        {...(size && { size })}
        leftSection={size ? undefined : <IconLabels aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('actions.labels')}
      </Button>
      <Suspense>
        {isOpen && (
          // The page around it has words of its own.
          <PageWords value={labelWords}>
            <LabelsDrawer {...source} onClose={() => setIsOpen(false)} />
          </PageWords>
        )}
      </Suspense>
    </>
  )
}
