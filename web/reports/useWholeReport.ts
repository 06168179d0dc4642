import { useEffect, useState } from 'react'
import type { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { request } from '../api/client.ts'
import { showFailure } from '../api/toasts.ts'

type AnyReport = (typeof reports)[keyof typeof reports]
type Asked = { search: Record<string, string>; isPart: boolean; printing: boolean; onPrinted: () => void }

/** Prints: what is read a page at a time is fetched whole first, and stands there until it is on paper. */
export function useWholeReport(report: AnyReport, { search, isPart, printing, onPrinted }: Asked): Sheet | null {
  const [whole, setWhole] = useState<Sheet | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each press of the button
  useEffect(() => {
    if (!printing) return
    const done = () => {
      setWhole(null)
      onPrinted()
    }
    if (!isPart) {
      window.print()
      done()
      return
    }
    const query = { ...search, after: undefined, whole: 'true' }
    request<{ data: Sheet }>(report.calls.show, { query }).then(
      ({ data }) => setWhole(data),
      (error) => {
        showFailure('export_failed', error)
        done()
      },
    )
  }, [printing])
  useEffect(() => {
    if (!whole) return
    window.print()
    setWhole(null)
    onPrinted()
  }, [whole, onPrinted])
  return whole
}
