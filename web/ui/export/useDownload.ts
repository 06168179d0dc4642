import { useState } from 'react'
import type { Call } from '#contract/kit/resource.ts'
import { download } from '../../api/client.ts'
import { showFailure } from '../../api/toasts.ts'
import { saveFile } from './saveFile.ts'

/** Downloads a file from our server. */
export function useDownload(call: Call) {
  const [isBusy, setIsBusy] = useState(false)
  const start = async (asked: { params?: Record<string, number | string>; query?: Record<string, string> }) => {
    setIsBusy(true)
    try {
      const { file, name } = await download(call as { method: 'GET'; path: string }, asked)
      saveFile(file, name)
    } catch (error) {
      showFailure('export_failed', error)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, start }
}
