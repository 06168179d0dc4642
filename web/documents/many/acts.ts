import { documentCalls, documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { deliveryCalls } from '#contract/sharing/deliveries.ts'
import { ApiError } from '../../api/ApiError.ts'
import { download, type Endpoint, request } from '../../api/client.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { saveFile } from '../../ui/export/saveFile.ts'

export type ManyAct = 'confirm' | 'send' | 'print' | 'export'
export type ManyRow = {
  id: number
  status: string
  is_void: boolean
  remaining_amount: number
  total: number
  currency: { code: string; symbol: string; decimals: number }
  [name: string]: unknown
}
export type ManyResult = { id: number; error: string | null }

/** Performs one action for one document. A refusal throws. */
export async function actOn(side: Side, act: ManyAct, { id }: ManyRow): Promise<void> {
  if (act === 'confirm') await request(documentCalls[side.document].confirm as Endpoint, { params: { id }, body: {} })
  if (act === 'print') await issue(side, id)
  if (act === 'send' && side.document !== 'bill') {
    const body = { channel: 'mail', language: currentLanguage() }
    await request(deliveryCalls[side.document].create as Endpoint, { params: { id }, body })
  }
}

/** Taking a paper along hands it over, as printing does. */
async function issue(side: Side, id: number): Promise<void> {
  if (side.document === 'bill') return
  const { calls } = documents[side.document]
  const { data } = await request<{ data: { is_tax_invoice: boolean; is_void: boolean } }>(calls.read, {
    params: { id },
  })
  if (data.is_tax_invoice && !data.is_void)
    await request(documentCalls[side.document].issue as Endpoint, { params: { id }, body: {} })
}

/** The file of all that went well. */
export async function takeAway(side: Side, act: ManyAct, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const call = act === 'print' ? documentCalls[side.document].mergedPdf : documents[side.document].calls.export
  const query = { ids: ids.join(','), ...(act === 'export' && { format: 'xlsx' }) }
  const { file, name } = await download(call as { method: 'GET'; path: string }, { query })
  saveFile(file, name)
}

export const errorOf = (error: unknown): string => (error instanceof ApiError && error.message) || String(error)
