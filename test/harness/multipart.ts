/** A body as a browser's FormData spells it: `items[0][price]`, every value as text. */
export function multipart(body: object): { payload: string; headers: Record<string, string> } {
  const fields = [...flatten(body, '')]
  const parts = fields.map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return { payload: `${parts.join('')}--x--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}

function* flatten(value: unknown, path: string): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) {
    yield [path, value === null || value === undefined ? '' : String(value)]
    return
  }
  for (const [key, child] of Object.entries(value)) yield* flatten(child, path === '' ? key : `${path}[${key}]`)
}

/** A file as a browser sends it; what it says it is, it need not be. */
export function fileUpload(field: string, name: string, content: Buffer) {
  const head = `--x\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')])
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=x' } }
}
