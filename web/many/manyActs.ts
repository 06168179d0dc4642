import type { ReactNode } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import { deliveryCalls } from '#contract/sharing/deliveries.ts'
import type { SharedKindName } from '#contract/sharing/shared-kinds.ts'
import { ApiError } from '../api/ApiError.ts'
import { download, type Endpoint, request } from '../api/client.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { saveFile } from '../ui/export/saveFile.ts'

export type ManyRow = { id: number }
/** Something that is done with marked rows: one after the other, or into one file. */
export type ManyAct<Row extends ManyRow = ManyRow> = {
  name: 'confirm' | 'post' | 'send' | 'print' | 'export' | 'remove'
  /** Of the marked rows it is for these; it is offered where there is one. */
  isFor?: (row: Row) => boolean
  /** For each row. What is refused throws. */
  each?: (row: Row) => Promise<unknown>
  /** The file of all that went well. */
  file?: (ids: readonly number[]) => Promise<void>
  /** What has to be known before it begins. */
  notice?: (rows: readonly Row[]) => ReactNode
}
export type ManyResult = { id: number; error: string | null }

/** The marked rows as a spreadsheet. */
export const exportMarked = (call: Call): ManyAct => ({
  name: 'export',
  file: (ids) => takeAway(call, { ids: ids.join(','), format: 'xlsx' }),
})

/** Their papers in one file; what has to be issued is issued first. */
export const printMarked = <Row extends ManyRow>(call: Call, issue?: (row: Row) => Promise<unknown>): ManyAct<Row> => ({
  name: 'print',
  ...(issue && { each: issue }),
  file: (ids) => takeAway(call, { ids: ids.join(',') }),
})

/** Each to the address of its party. */
export const sendMarked = <Row extends ManyRow>(
  kind: SharedKindName,
  notice: (rows: readonly Row[]) => ReactNode,
): ManyAct<Row> => ({
  name: 'send',
  each: ({ id }) =>
    request(deliveryCalls[kind].create as Endpoint, {
      params: { id },
      body: { channel: 'mail', language: currentLanguage() },
    }),
  notice,
})

/** An action of a record on each of them. */
export const actOnMarked = <Row extends ManyRow>(
  name: 'confirm' | 'post' | 'remove',
  call: Call,
  isFor: (row: Row) => boolean,
): ManyAct<Row> => ({
  name,
  isFor,
  each: ({ id }) => request(call as Endpoint, { params: { id }, ...(call.body && { body: {} }) }),
})

/** Issues what the law asks to be issued before it is handed over. */
export async function issueWhereDue(read: Call, issue: Call, id: number): Promise<void> {
  const params = { id }
  const { data } = await request<{ data: { is_tax_invoice: boolean; is_void: boolean } }>(read as Endpoint, { params })
  if (data.is_tax_invoice && !data.is_void) await request(issue as Endpoint, { params, body: {} })
}

async function takeAway(call: Call, query: Record<string, string>): Promise<void> {
  const { file, name } = await download(call as { method: 'GET'; path: string }, { query })
  saveFile(file, name)
}

export const errorOf = (error: unknown): string => (error instanceof ApiError && error.message) || String(error)
