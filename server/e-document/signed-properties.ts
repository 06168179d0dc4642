import type { Certificate } from './certificate.ts'

type Facts = Pick<Certificate, 'digest' | 'issuer' | 'serial'> & { signing_time: string }

const ds = ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
const xades = ' xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"'
const start = '<xades:SignedProperties'

/** The text of the signed properties with the authority's own blanks: they are part of the hash. */
export const signedProperties = ({ digest, issuer, serial, signing_time }: Facts): string =>
  `${start} Id="xadesSignedProperties">
                                    <xades:SignedSignatureProperties>
                                        <xades:SigningTime>${signing_time}</xades:SigningTime>
                                        <xades:SigningCertificate>
                                            <xades:Cert>
                                                <xades:CertDigest>
                                                    <ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>
                                                    <ds:DigestValue>${digest}</ds:DigestValue>
                                                </xades:CertDigest>
                                                <xades:IssuerSerial>
                                                    <ds:X509IssuerName>${issuer}</ds:X509IssuerName>
                                                    <ds:X509SerialNumber>${serial}</ds:X509SerialNumber>
                                                </xades:IssuerSerial>
                                            </xades:Cert>
                                        </xades:SigningCertificate>
                                    </xades:SignedSignatureProperties>
                                </xades:SignedProperties>`

/** The hashed text: the same with the namespaces that the document declares further up. */
export const asHashed = (properties: string): string =>
  properties
    .replace(start, `${start}${xades}`)
    .replace(/<ds:(DigestMethod|DigestValue|X509IssuerName|X509SerialNumber)/g, `<ds:$1${ds}`)
