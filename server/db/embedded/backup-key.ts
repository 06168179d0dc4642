import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { StartRefusal } from '#server/start-refusal.ts'
import type { Sealing } from './copy.ts'

/** The key that a program was given with `--key`, or that of BACKUP_KEY; undefined without one: nothing is encrypted. */
export async function chosenKey(
  given: string | undefined,
  { backupKey }: { readonly backupKey: string | undefined },
): Promise<Sealing | undefined> {
  const path = given ?? backupKey
  return path === undefined ? undefined : readBackupKey(path)
}

/**
 * Encryption of copies in the format of age (age-encryption.org/v1), so that `age -d -i KEY FILE` opens each file without Mizan as well. The key file is one of `age-keygen`. A file
 * with the public half only (`age1…`) makes copies and opens none.
 */
export async function readBackupKey(path: string): Promise<Sealing> {
  const lines = readText(path)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  const isKey = (line: string) => /^(AGE-SECRET-KEY-|age1)/.test(line)
  if (lines.length === 0 || !lines.every(isKey))
    throw new StartRefusal(`${path} is no key of age: make one with npm run backup -- --new-key FILE.`)
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  const recipients = lines.filter((line) => line.startsWith('age1'))
  const encrypter = new Encrypter()
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) {
      decrypter.addIdentity(identity)
      encrypter.addRecipient(await identityToRecipient(identity))
    }
    for (const recipient of recipients) encrypter.addRecipient(recipient)
  } catch (error) {
    throw new StartRefusal(`${path} holds a damaged key: ${(error as Error).message}.`)
  }
  return {
    seal: (bytes) => encrypter.encrypt(bytes),
    open: (bytes) => decrypter.decrypt(bytes),
  }
}

/** A new key in a new file, which only its owner reads. */
export async function makeBackupKey(path: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    throw new StartRefusal(`${path} could not be made: ${(error as Error).message}`)
  }
  writeSync(file, text)
  fsyncSync(file)
  closeSync(file)
  return recipient
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartRefusal(`The key of the copies cannot be read: ${(error as Error).message}`)
  }
}
