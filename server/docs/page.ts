import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { refusals } from '#contract/refusals.ts'
import type { Language, Words } from '#server/core/locale.ts'
import { openApi } from './openapi.ts'
import type { Json } from './schema-of.ts'

type Operation = { summary: string; parameters: Json[]; requestBody?: { content: Record<string, Json> } }

/** The page of the API for people: quick start, conventions, every refusal by name, every call with an example. Plain markup, no script. */
export function docsPage(publicUrl: string, words: Words): string {
  const base = `${publicUrl}/api`
  const { paths } = openApi() as { paths: Record<string, Record<string, Operation>> }
  const operationOf = (call: Call) =>
    paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()] as Operation
  const groups = [...new Set(calls.map(({ labels }) => labels))].sort()
  const sections = groups.map((group) => {
    const own = calls.filter(({ labels }) => labels === group)
    const title = words.title('en', group)
    return `<section id="${escaped(group)}"><h2>${escaped(title)}</h2>${own.map((call) => callMarkup(call, operationOf(call), base)).join('')}</section>`
  })
  const contents = groups.map((group) => `<a href="#${escaped(group)}">${escaped(words.title('en', group))}</a>`)
  return `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mizan API</title><style>${style}</style></head><body><main>
<h1>Mizan API</h1>
<p>${escaped(calls.length.toString())} calls under <code>${escaped(base)}</code>. The same as <a href="/api/docs?format=json">OpenAPI 3.1</a>, for viewers and generators.</p>
${quickStart(base)}${conventions}${errorTable(words)}
<h2 id="calls">Calls</h2><nav>${contents.join(' · ')}</nav>${sections.join('')}
</main></body></html>`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const code = (text: string): string => `<pre><code>${escaped(text)}</code></pre>`

const verifying = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from(process.env.SECRET.slice('whsec_'.length), 'base64')
createServer(async (request, response) => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': said = '' } = request.headers
  const body = Buffer.concat(await Array.fromAsync(request)).toString()
  const own = Buffer.from('v1,' + createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64'))
  const isOurs = said.split(' ').some((one) => one.length === own.length && timingSafeEqual(Buffer.from(one), own))
  const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < 300
  response.writeHead(isOurs && isFresh ? 204 : 401).end()
  if (isOurs && isFresh) console.log(id, JSON.parse(body))
}).listen(3000, '127.0.0.1')`

const quickStart = (base: string): string => `<h2 id="quick-start">Quick start</h2>
<ol><li>In Mizan, open <b>Settings › API keys</b>, choose <b>New key</b>, grant <i>Create an invoice</i>, <i>List customers</i> and <i>Create a customer</i>, and copy the key. It is shown once.</li>
<li>Create an invoice. A customer and a product are enough; their ids are in the two lists:${code(
  `export KEY='mizan_…'\ncurl -s '${base}/customers/list?per_page=5' -H "Authorization: Bearer $KEY"\ncurl -s '${base}/products/list?per_page=5' -H "Authorization: Bearer $KEY"\ncurl -s ${base}/invoices/quick -H "Authorization: Bearer $KEY" \\\n  -H 'Content-Type: application/json' -H 'Idempotency-Key: first-invoice' \\\n  -d '{"customer_id":1,"items":[{"product_id":1}],"status":"draft"}'`,
)}The number is the next one, the date today, the due date by the customer's terms, the currency the organisation's, the quantity 1 and the price the product's sale price. The branch and the standard tax are filled where there is only one, the tax for a customer in Saudi Arabia. What has no such default is required, and every field may be named. Without <code>"status":"draft"</code> the invoice is issued. Repeated with the same <code>Idempotency-Key</code>, it is the same invoice. <code>POST /invoices</code> is the same call with every field named.</li>
<li>Ask what the key may do:${code(`curl -s ${base}/users/permissions -H "Authorization: Bearer $KEY"`)}</li>
<li>Create a customer:${code(
  `curl -s ${base}/customers -H "Authorization: Bearer $KEY" -H 'Accept-Language: en' \\\n  -H 'Content-Type: application/json' -H 'Idempotency-Key: first-customer' \\\n  -d '{"name":"شركة النخبة","email":"a@example.sa","type":"company","status":"active"}'`,
)}</li>
<li>List customers, newest first:${code(`curl -s '${base}/customers?per_page=10&sort_key=created_at&sort_order=desc' -H "Authorization: Bearer $KEY"`)}</li>
<li>Be notified instead of asking: <b>Settings › Webhooks</b>. Verify the <code>webhook-signature</code> with a library of <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, or with these lines of Node:${code(verifying)}On a developer's own machine start the server with <code>WEBHOOK_NETWORKS=127.0.0.0/8</code>: then <code>http://127.0.0.1:3000/hook</code> is accepted as an address, which is refused otherwise.</li></ol>`

const conventions = `<h2 id="conventions">Conventions</h2><dl>
<dt>Authorization</dt><dd><code>Authorization: Bearer &lt;key&gt;</code>. A key has its own permissions, never more than the person who made it, and an end. Calls marked <i>person</i> are not open to keys; those marked <i>confirmed</i> ask a person for password and code again.</dd>
<dt>Answers</dt><dd><code>{"data": …}</code>; lists have <code>meta.total</code>; writes say <code>success</code> and <code>message</code>. Amounts and quantities are exact decimals. Days are <code>YYYY-MM-DD</code> of Riyadh, instants ISO 8601 in UTC.</dd>
<dt>Refusals</dt><dd><code>{"code", "message", "errors"}</code>. The <code>code</code>, also in the header <code>Refusal</code>, is stable and the same in every language; <code>errors</code> has a message for each field (<code>items.2.quantity</code>). Messages are in the language of <code>Accept-Language</code>.</dd>
<dt>Nothing is ignored</dt><dd>An unknown field or parameter is refused by its name. An update leaves what it does not name; an empty text or <code>null</code> empties it.</dd>
<dt>Pages</dt><dd><code>page</code> from 1, <code>per_page</code> up to 100, <code>sort_key</code>, <code>sort_order</code>, <code>keyword</code>, and the filters of the list. A list of choices (<code>/list</code>) answers at most 1,000 records at once: <code>meta.total</code> says how many there are, <code>page</code> and <code>keyword</code> reach the others.</dd>
<dt>Idempotency</dt><dd>Send <code>Idempotency-Key</code> with every POST that must not happen twice. The stored answer comes back with <code>Idempotency-Replayed: true</code> for seven days; another body under the same key is refused.</dd>
<dt>Versions</dt><dd>A record has a <code>version</code>. Sent back with an update, it is refused with 409 <code>stale_version</code> if someone changed the record meanwhile. The API itself changes by addition; a field is not removed or given another meaning.</dd>
<dt>Limits</dt><dd>Requests a minute per key, said by <code>RateLimit</code> and <code>RateLimit-Policy</code>; 429 and 503 say in <code>Retry-After</code> when to come again. A body has at most 1 MB, files more.</dd>
<dt>Support</dt><dd>Every answer has an <code>X-Request-Id</code>; it is in the server's log and in the log of activity.</dd></dl>`

function errorTable(words: Words): string {
  const say = (language: Language, name: string) => words.say(language, [`refusals:${name}`, `errors:${name}`])
  const rows = Object.entries(refusals).map(
    ([name, status]) =>
      `<tr><td><code>${name}</code></td><td>${status}</td><td>${escaped(say('en', name))}</td><td dir="rtl" lang="ar">${escaped(say('ar', name))}</td></tr>`,
  )
  return `<h2 id="refusals">Refusals by name</h2><details><summary>${rows.length} names</summary><table><thead><tr><th>Code</th><th>Status</th><th>English</th><th>العربية</th></tr></thead><tbody>${rows.join('')}</tbody></table></details>`
}

function callMarkup(call: Call, operation: Operation, base: string): string {
  const needs =
    call.admission === 'public'
      ? 'open to everyone'
      : call.admission === 'signed-in'
        ? 'signed in'
        : `needs ${call.admission.join(' or ')}`
  const query = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => String(name))
  const path = call.path.replace(/:\w+/g, '1')
  const body = operation.requestBody?.content['application/json']?.example
  const lines = [
    `curl -s ${call.method === 'GET' ? '' : `-X ${call.method} `}${base}${path}`,
    ...(call.admission === 'public' ? [] : [`-H "Authorization: Bearer $KEY"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return `<details><summary><code><b>${call.method}</b> ${escaped(call.path)}</code> ${escaped(operation.summary)}</summary>
<p>${escaped(needs)}${call.asks ? `; <i>${call.asks}</i>` : ''}</p>${query.length > 0 ? `<p>Query: ${query.map((name) => `<code>${escaped(name)}</code>`).join(' ')}</p>` : ''}${code(lines.join(' \\\n  '))}</details>`
}

const style = `body{font:15px/1.6 system-ui,sans-serif;color:#1f2430;margin:0}main{max-width:960px;margin:auto;padding:24px}h1,h2{line-height:1.3}h2{margin-top:2em}
pre{background:#f5f6f8;padding:10px 12px;border-radius:8px;overflow:auto;direction:ltr}code{font:13px/1.5 ui-monospace,monospace}details{border-bottom:1px solid #e4e6eb;padding:6px 0}
summary{cursor:pointer;overflow-wrap:anywhere}table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:4px 8px;border-bottom:1px solid #e4e6eb;vertical-align:top}dt{font-weight:600;margin-top:10px}dd{margin:0}
a{color:#3b3fc4}@media(prefers-color-scheme:dark){body{background:#14161c;color:#e6e8ee}pre{background:#1d2029}a{color:#a5a8ff}details,td,th{border-color:#2b2f3a}}`
