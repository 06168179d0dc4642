import { XmlC14NMode, XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { canonicalXml } from '#server/e-document/canonical-xml.ts'
import { parseXml, XmlUnreadable } from './parse-xml.ts'

test.each([
  ['comments, CDATA and references', '<a>x<!-- no -->y<![CDATA[<&>]]>&#65;&#x42;&amp;&lt;&gt;&quot;&apos;</a>'],
  ['line ends of every system', '<a b="1\r\n2\n3\t4">x\r\ny\rz&#13;</a>'],
  ['attributes in any order and quotes', `<a z="1" b='2"' xmlns:q="urn:u" q:a="3" a="&#9;&#10;&#13;&lt;"/>`],
  [
    'namespaces said again, changed and taken back',
    '<a xmlns="urn:u" xmlns:p="urn:v"><p:b xmlns="urn:u" xmlns:p="urn:v"/><c xmlns=""><d/></c><e xmlns:p="urn:w" p:f=""/></a>',
  ],
  ['namespaces sorted by what they are, not by prefix', '<a xmlns:b="urn:z" xmlns:c="urn:y" b:x="1" c:x="2" x="3"/>'],
  [
    'blanks, characters beyond the basic plane and the declaration',
    '<?xml version="1.0"?>\n<a >\n <b\n c="d" ></b > 𝒳🧾\u2028\u0085 </a>\n',
  ],
])('has the same canonical form as in libxml2: %s', (_, xml) => {
  const read = XmlDocument.fromString(xml)
  expect(canonicalXml(parseXml(xml))).toBe(read.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_1_1 }))
  read.dispose()
})

test.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an unknown entity', '<a>&x;</a>'],
  ['a bare ampersand', '<a>x & y</a>'],
  ['an instruction inside', '<a><?php ?></a>'],
  ['what closes another', '<a><b></a></b>'],
  ['what is never closed', '<a><b></b>'],
  ['two roots', '<a/><b/>'],
  ['text outside', '<a/>x'],
  ['nothing', ''],
  ['an attribute twice', '<a b="1" b="2"/>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['no character at all', '<a>&#0;</a>'],
  ['a hundred levels', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
])('refuses %s', (_, xml) => expect(() => parseXml(xml)).toThrow(XmlUnreadable))

test('long input is refused as fast as it is read', () => {
  const start = performance.now()
  expect(() => parseXml(`<a ${' b'.repeat(50_000)}`)).toThrow(XmlUnreadable)
  expect(() => parseXml(`<a>${'&'.repeat(100_000)}`)).toThrow(XmlUnreadable)
  expect(performance.now() - start).toBeLessThan(1_000)
})
