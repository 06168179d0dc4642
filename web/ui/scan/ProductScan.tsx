import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { productByBarcodeCall } from '#contract/catalog.ts'
import type { unitOption } from '#contract/units/product-units.ts'
import IconBarcode from '~icons/tabler/barcode'
import { ApiError } from '../../api/ApiError.ts'
import { request } from '../../api/client.ts'
import { useUser } from '../../api/session.ts'
import { localName } from '../../i18n/localName.ts'
import classes from './ProductScan.module.css'
import { ScanButton } from './ScanButton.tsx'

type UnitOption = z.output<typeof unitOption>
export type ScannedProduct = {
  id: number
  name: string
  name_en: string | null
  sale_price: number
  purchase_price: number
  apply_tax: boolean
  /** The unit whose barcode it is; null is the product's own. */
  product_unit_id: number | null
  units: readonly UnitOption[]
  /** The batch or serial number that was scanned. */
  lot: { number: string; expires_on: string | null; is_serial: boolean } | null
}
/** What a scan came to: how many there are now, or why it was not taken. */
export type ScanResult = { quantity: string } | { refused: string }
type ScanMessage = { text: string; isRefused: boolean }

/**
 * A field for a scanner, which types a barcode and Enter, with the camera next to it. Each scan is one piece, or one of the unit whose barcode it is. Scans are looked up in
 * their order, and the next one can be typed while an answer is on its way.
 */
export function ProductScan({ onProduct }: { onProduct: (product: ScannedProduct) => ScanResult }) {
  const { t } = useTranslation('common')
  const { uses_barcodes } = useUser().organization
  const [typed, setTyped] = useState('')
  const { said, take } = useScans(onProduct)
  if (!uses_barcodes) return null
  return (
    <div className={classes.scan}>
      <TextInput
        aria-label={t('scan.product')}
        placeholder={t('scan.product')}
        value={typed}
        classNames={{ input: 'any-input' }}
        autoComplete="off"
        leftSection={<IconBarcode aria-hidden />}
        rightSection={
          <ScanButton title={t('scan.camera')} onCode={take}>
            <ScanMessage said={said} />
          </ScanButton>
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          if (typed.trim() !== '') take(typed.trim())
          setTyped('')
        }}
      />
      <div role="status">
        <ScanMessage said={said} />
      </div>
    </div>
  )
}

function ScanMessage({ said }: { said: ScanMessage | null }) {
  return (
    <p className={classes.said} data-refused={said?.isRefused || undefined}>
      <bdi>{said?.text}</bdi>
    </p>
  )
}

function useScans(onProduct: (product: ScannedProduct) => ScanResult) {
  const unknown = useTranslation('common').t('toasts.unknown')
  const [said, setSaid] = useState<ScanMessage | null>(null)
  const current = useRef(onProduct)
  current.current = onProduct
  const queue = useRef(Promise.resolve())
  const look = async (barcode: string) => {
    try {
      const { data } = await request<{ data: ScannedProduct }>(productByBarcodeCall, { query: { barcode } })
      const result = current.current(data)
      const name = localName(data)
      setSaid(
        'refused' in result
          ? { text: `${name}: ${result.refused}`, isRefused: true }
          : { text: `${name}: ${result.quantity}`, isRefused: false },
      )
    } catch (error) {
      // Said, not thrown: the next scan waits for this one.
      const why = error instanceof ApiError ? (error.fields.barcode ?? error.message) : unknown
      setSaid({ text: `${barcode}: ${why}`, isRefused: true })
    }
  }
  const take = (barcode: string) => {
    queue.current = queue.current.then(() => look(barcode))
  }
  return { said, take }
}
