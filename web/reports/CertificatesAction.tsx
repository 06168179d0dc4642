import { Button, Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sheet } from '#contract/reports/sheet.ts'
import IconPaper from '~icons/tabler/certificate'
import { CertificateActs } from '../sharing/CertificateActs.tsx'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Certificates.module.css'
import { certifiedYears } from './certifiedYears.ts'
import { useLabel } from './useLabel.ts'

/** From the report by payee to the certificate of each payee it names: its paper, and the sheet that sends it. */
export function CertificatesAction({ sheet }: { sheet: Sheet | undefined }) {
  const { t } = useTranslation(['reports', 'common'])
  const labelOf = useLabel()
  const [isOpen, setIsOpen] = useState(false)
  const years = sheet ? certifiedYears(sheet) : []
  if (years.length === 0) return null
  return (
    <>
      <Button variant="default" leftSection={<IconPaper aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('withholding_by_payee.certificates')}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position="right"
        size={520}
        title={t('withholding_by_payee.certificates')}
        closeButtonProps={{ 'aria-label': t('common:actions.close') }}
      >
        <ul className={classes.list}>
          {years.map(({ id, label, year }) => (
            <li key={`${id} ${year}`}>
              <span>
                <bdi>{labelOf(label)}</bdi> <Num>{year}</Num>
              </span>
              <CertificateActs id={id} year={year} />
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  )
}
