import { useEffect, useState } from 'react'
import type { reports } from '#contract/reports/reports.ts'
import type { Sheet } from '#contract/reports/sheet.ts'
import { askedOf } from '../api/askedOf.ts'
import { request } from '../api/client.ts'
import { showFailure } from '../api/toasts.ts'
import { loadWords } from '../i18n/i18n.ts'

type AnyReport = (typeof reports)[keyof typeof reports]
type PrintRequest = { search: Record<string, string>; isPart: boolean; printing: boolean; onPrinted: () => void }

/** Prints: a paged report is fetched completely first, and stays so until it is printed. */
export function useWholeReport(report: AnyReport, { search, isPart, printing, onPrinted }: PrintRequest): Sheet | null {
  const [whole, setWhole] = useState<Sheet | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each press of the button
  useEffect(() => {
    if (!printing) return
    const done = () => {
      setWhole(null)
      onPrinted()
    }
    if (!isPart) {
      void onPaper().then(done)
      return
    }
    const query = { ...search, after: undefined, whole: 'true' }
    request<{ data: Sheet }>(report.calls.show, { query: askedOf(report.calls.show, query) }).then(
      ({ data }) => setWhole(data),
      (error) => {
        showFailure('export_failed', error)
        done()
      },
    )
  }, [printing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was fetched, though words that come draw the page again
  useEffect(() => {
    if (!whole) return
    void onPaper().then(() => {
      setWhole(null)
      onPrinted()
    })
  }, [whole])
  return whole
}

/** Paper says what a report is in both languages: their words are there, and drawn, before it is printed. */
async function onPaper(): Promise<void> {
  const names = ['reports', 'paper']
  // Without a network it still prints, in the language of the page.
  await Promise.allSettled([loadWords(names, 'ar'), loadWords(names, 'en')])
  await new Promise((drawn) => requestAnimationFrame(drawn))
  window.print()
}
