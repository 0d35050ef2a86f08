import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { BackupError } from './backup-error.ts'

/**
 * An age key (age-encryption.org). The recipient encrypts; the identity decrypts as well, and is undefined on a server that only
 * has the public part.
 */
export type BackupKey = { readonly recipient: string; readonly identity: string | undefined }

// Loaded on demand, because only backups encrypt.
const loadAge = () => import('age-encryption')

/** Converts `AGE-SECRET-KEY-1…` or `age1…` to a key. Throws BackupError if it has a typing error. */
export async function toBackupKey(text: string): Promise<BackupKey> {
  const age = await loadAge()
  try {
    if (text.startsWith('AGE-SECRET-KEY-'))
      return { recipient: await age.identityToRecipient(text), identity: text }
    new age.Encrypter().addRecipient(text)
    return { recipient: text, identity: undefined }
  } catch {
    throw new BackupError('BACKUP_KEY is not a valid age key: its checksum is wrong.')
  }
}

export async function createBackupKey(): Promise<BackupKey & { readonly identity: string }> {
  const age = await loadAge()
  const identity = await age.generateX25519Identity()
  return { identity, recipient: await age.identityToRecipient(identity) }
}

/** Encrypts a stream in the age format, with a fixed amount of memory. */
export const seal = (content: Readable, { recipient }: BackupKey): Readable =>
  flow(content, async source => {
    const { Encrypter } = await loadAge()
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    return encrypter.encrypt(source)
  })

/**
 * Decrypts a stream in the age format. Each chunk of 64 kB is authenticated before it is passed on; the stream fails with
 * BackupError for another key and at the first changed byte.
 */
export const unseal = (content: Readable, key: BackupKey | undefined): Readable =>
  flow(content, async source => {
    if (!key?.identity)
      throw new BackupError('This backup is encrypted: set BACKUP_KEY to its secret key (AGE-SECRET-KEY-1…).')
    const { Decrypter } = await loadAge()
    const decrypter = new Decrypter()
    decrypter.addIdentity(key.identity)
    return decrypter.decrypt(source).catch(error => {
      if (!/no identity matched/.test(String(error))) throw error
      throw new BackupError('The BACKUP_KEY does not open this backup: it was encrypted for another key.')
    })
  })

function flow(
  content: Readable,
  transform: (
    source: globalThis.ReadableStream<Uint8Array>,
  ) => Promise<globalThis.ReadableStream<Uint8Array>>,
): Readable {
  async function* read() {
    const result = await transform(Readable.toWeb(content) as globalThis.ReadableStream<Uint8Array>)
    yield* Readable.fromWeb(result as ReadableStream)
  }
  return Readable.from(read(), { objectMode: false }).on('close', () => content.destroy())
}
