import { isUtf8 } from 'node:buffer'
import { decodeText } from './decode.ts'

/** The text of an XML or OFX file: UTF-8 where it is valid, otherwise the encoding that its head declares. */
export function decodeDeclared(data: Uint8Array, field: string): string {
  const head = Buffer.from(data.subarray(0, 1_000)).toString('latin1')
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1] ?? ofxCharset(head)
  const decoder = declared === undefined || /^utf-?(8|16)/i.test(declared) ? null : decoderOf(declared)
  return decoder && !isUtf8(data) ? decoder.decode(data) : decodeText(data, field)
}

function ofxCharset(head: string): string | undefined {
  const charset = /^\s*CHARSET:\s*([\w-]+)/im.exec(head)?.[1]
  return charset && /^125\d$/.test(charset) ? `windows-${charset}` : charset
}

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
