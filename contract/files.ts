import { z } from 'zod'
import { defineCall } from './kit/resource.ts'

/** An uploaded image. The name is a capability: `<organization>-<192 random bits>`, so `<img>` needs no header. */
export const fileCall = defineCall({
  method: 'GET',
  path: '/files/:name',
  kind: 'item',
  admission: 'public',
  labels: 'common',
  params: z.object({ name: z.string().regex(/^[1-9][0-9]{0,14}-[A-Za-z0-9_-]{32}$/) }),
})
