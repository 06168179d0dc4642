import { sign } from 'node:crypto'
import type { EInvoice } from '#contract/e-invoice/model.ts'
import { qrCode } from '#server/e-document/qr.ts'
import { extensions } from '#server/e-document/sign.ts'
import { signedProperties } from '#server/e-document/signed-properties.ts'
import { attachment } from '#server/e-document/write-xml.ts'
import type { World } from './world.ts'

/** The document with the stand-in's own stamp and code instead of the sent ones. Its hash is unchanged, as in the authority's answers. */
export function clearedDocument({ own, now }: World, xml: string, document: EInvoice, hash: string): string {
  const signature = sign('sha256', Buffer.from(hash, 'base64'), own.key).toString('base64')
  const qr = qrCode(
    {
      seller: document.seller.name ?? '',
      vat_number: document.seller.vat_number ?? '',
      time: `${document.issue_date}T${document.issue_time}`,
      payable: document.totals.payable,
      tax_sar: document.totals.tax_sar,
    },
    {
      hash,
      signature,
      publicKey: own.certificate.publicKeyDer,
      authoritySignature: own.certificate.authoritySignature,
    },
  )
  const properties = signedProperties({ ...own.certificate, signing_time: now().toISOString().slice(0, 19) })
  const stamp = extensions({ hash, signature, certificate: own.certificate, properties })
  const bare = xml
    .replace(/<ext:UBLExtensions>[\s\S]*?<\/ext:UBLExtensions>/, '')
    .replace(/<cac:AdditionalDocumentReference>\s*<cbc:ID>QR<[\s\S]*?<\/cac:AdditionalDocumentReference>/, '')
    .replace(/<cac:Signature>[\s\S]*?<\/cac:Signature>/, '')
  return bare
    .replace(/<Invoice[^>]*>/, (start) => start + stamp)
    .replace('<cac:AccountingSupplierParty>', (start) => attachment('QR', qr) + signatureElement + start)
}

const signatureElement =
  '<cac:Signature><cbc:ID>urn:oasis:names:specification:ubl:signature:Invoice</cbc:ID>' +
  '<cbc:SignatureMethod>urn:oasis:names:specification:ubl:dsig:enveloped:xades</cbc:SignatureMethod></cac:Signature>'
