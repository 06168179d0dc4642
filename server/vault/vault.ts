import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '#server/db/embedded/folder.ts'

/** Seals what belongs to one organisation: what was sealed for one is opened for no other. */
export type Vault = {
  seal(organizationId: number, text: string): Buffer
  /** Throws VaultClosed where the secret of this data folder is another one. */
  open(organizationId: number, sealed: Buffer): string
}
/** The data folder's secret is not the one it was sealed with. */
export class VaultClosed extends Error {}

const nonceBytes = 12
const tagBytes = 16

/** AES-256-GCM with a secret that is made with its first use and never leaves the data folder. */
export function createVault(dataDir: string): Vault {
  let known: Buffer | undefined
  const key = () => {
    known ??= secretOf(dataDir)
    return known
  }
  return {
    seal(organizationId, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key(), nonce).setAAD(ownerOf(organizationId))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(organizationId, sealed) {
      const nonce = sealed.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', key(), nonce)
        .setAAD(ownerOf(organizationId))
        .setAuthTag(sealed.subarray(-tagBytes))
      try {
        return `${decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8')}${decipher.final('utf8')}`
      } catch (error) {
        throw new VaultClosed('The secret of the data folder does not open this', { cause: error })
      }
    },
  }
}

const ownerOf = (organizationId: number) => Buffer.from(`organization ${organizationId}`)

/** Whole and on disk before it is used; of two processes that make it at once one wins, and both read what is there. */
export function secretOf(dataDir: string): Buffer {
  const path = join(makeDataFolder(dataDir), 'e-invoicing.key')
  try {
    return read(path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  writeSync(file, randomBytes(32).toString('base64'))
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return read(path)
}

function read(path: string): Buffer {
  const secret = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (secret.length !== 32) throw new Error(`${path} is damaged: restore it from your backup.`)
  return secret
}
