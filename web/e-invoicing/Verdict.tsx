import { useQuery } from '@tanstack/react-query'
import { type EInvoiceVerdict, verdictCalls } from '#contract/e-invoicing.ts'
import { request } from '../api/client.ts'
import classes from './EInvoicing.module.css'
import { VerdictLight } from './VerdictLight.tsx'
import { WayOut } from './WayOut.tsx'

type VerdictProps = { kind: string; id: number; version: number; customerId: number }

/** Before a document is issued: the authority's expected findings, with links to the errors. */
export function Verdict({ kind, id, version, customerId }: VerdictProps) {
  const call = verdictCalls[kind as keyof typeof verdictCalls]
  const { data } = useQuery({
    queryKey: [call.path, 'answer', id, version],
    queryFn: async () => (await request<{ data: EInvoiceVerdict }>(call, { params: { id } })).data,
    staleTime: 0,
  })
  // It is only a preview: if it fails to load, issuing reports the same.
  if (!data) return null
  return (
    <>
      <VerdictLight light={data.light} substituted={data.substituted} />
      <ul className={classes.reasons}>
        {data.issues.map(({ rule, path, words }) => (
          <li key={`${rule} ${path}`}>
            {words} <WayOut path={path} customerId={customerId} /> <bdi className={classes.hint}>({rule})</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
