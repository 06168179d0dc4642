import { Group } from '@mantine/core'
import { withholdingCalls } from '#contract/withholding/withholding.ts'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { SendButton } from './SendButton.tsx'

/** The certificate of a payee and a year: its paper, and the sheet that sends it. */
export function CertificateActs({ id, year }: { id: number; year: number }) {
  return (
    <Group gap="xs">
      <PdfButton call={withholdingCalls.certificate} id={id} query={{ year: String(year) }} />
      <SendButton
        kind="withholding_certificate"
        record={{ id, is_void: false }}
        days={{ from: `${year}-01-01`, to: `${year}-12-31` }}
      />
    </Group>
  )
}
