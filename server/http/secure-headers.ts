import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const contentSecurityPolicy = [
  "default-src 'none'",
  // The reader of codes is compiled from our own file (web/ui/scan); no text becomes a script.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Mantine writes its CSS variables into style elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Text never becomes markup. A library that writes style elements passes the only policy, in web/trustedText.ts.
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

const headers: Record<string, string> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Pages are not for search engines: they need a sign-in or a link.
  'x-robots-tag': 'noindex, nofollow',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
}

/** On every answer, errors included; and the request's number, which an error toast shows. */
export function secureHeaders(app: FastifyInstance, isEncrypted: boolean): void {
  // Sent only when users connect by https: a browser obeys it for a year.
  const always = isEncrypted ? { ...headers, 'strict-transport-security': 'max-age=31536000' } : headers
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith('/api') && request.url !== '/api/health') logged(request, reply)
    done()
  })
}

const isRefusal = (status: number) => status === 401 || status === 403 || status === 429

function logged(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request
  request.log.info(
    {
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      statements: reply.getHeader('server-timing'),
      organization: request.session?.organization_id,
      refusal: reply.getHeader('refusal'),
      // Who was refused, and from where: of what succeeded the log of activity says it.
      ...(isRefusal(reply.statusCode) && {
        user: request.session?.user_id,
        ip: request.ip,
        account: request.refusedAccount,
      }),
      api_key: request.session?.api_key?.id,
    },
    'request',
  )
}
