import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type SchemaCheck = (xml: Uint8Array) => string[]

const path = fileURLToPath(new URL('./schemas/maindoc/UBL-Invoice-2.1.xsd', import.meta.url))
let loaded: Promise<SchemaCheck> | undefined

/** The errors of a document against the UBL 2.1 schema, in the validator's words. The schema is loaded on first use. */
export function loadSchema(): Promise<SchemaCheck> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<SchemaCheck> {
  const [{ XmlDocument, XsdValidator, XmlError }, { xmlRegisterFsInputProviders }] = await Promise.all([
    import('libxml2-wasm'),
    import('libxml2-wasm/lib/nodejs.mjs'),
  ])
  xmlRegisterFsInputProviders()
  const schema = XmlDocument.fromBuffer(readFileSync(path), { url: path })
  const validator = XsdValidator.fromDoc(schema)
  return (xml) => {
    let document: InstanceType<typeof XmlDocument> | undefined
    try {
      document = XmlDocument.fromBuffer(xml)
      validator.validate(document)
      return []
    } catch (error) {
      if (error instanceof XmlError) return [error.message]
      throw error
    } finally {
      document?.dispose()
    }
  }
}
