import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import webPush, { type VapidKeys } from 'web-push'
import type { Database } from '../db/database.ts'
import { readAnchorKey, replaceAnchorSignatures } from '../features/security/anchor-key.ts'
import { type Env, SettingError } from '../platform/env.ts'
import { hasSecretChanged, storeSigningSecret, storeVapidKeys } from './secrets.queries.ts'

/**
 * Link secret: AUTH_SECRET or the database's, created on the first start; so are the notification keys. Anchors: the node's own key
 * outside the database. A former data folder's single secret moves to the database, and the anchors are signed again. Throws
 * SettingError if the key cannot be read.
 */
export async function readSecrets(
  db: Database,
  { AUTH_SECRET, DATA_DIR }: Pick<Env, 'AUTH_SECRET' | 'DATA_DIR'>,
  warn: (line: string) => void = () => undefined,
): Promise<{ secret: string; anchorKey: string; vapidKeys: VapidKeys }> {
  const path = join(DATA_DIR, 'auth-secret')
  const formerSecret = await readFormerSecret(path)
  const secret =
    AUTH_SECRET ?? (await storeSigningSecret(db, formerSecret ?? randomBytes(32).toString('hex')))
  if (await hasSecretChanged(db, secret))
    warn(
      'The secret of links and tokens (AUTH_SECRET) is not the one of the last start: links that were mailed and codes of authenticator apps no longer work, recovery codes do (docs/backups.md).',
    )
  const anchorKey = await readAnchorKey(DATA_DIR, keyPath => {
    // Data folders of earlier versions signed with the former secret, which is replaced below.
    if (!formerSecret)
      warn(
        `The key of the anchors (${keyPath}) was missing, and a new one was made: the anchors before now can no longer be verified. Bring the former key back from a backup (docs/backups.md).`,
      )
  }).catch((error: Error) => {
    throw new SettingError('DATA_DIR', error.message)
  })
  for (const signingSecret of [formerSecret, AUTH_SECRET])
    if (signingSecret) await replaceAnchorSignatures(DATA_DIR, signingSecret, anchorKey)
  // With AUTH_SECRET, the secret in the file was not moved. The file stays in case the setting is removed.
  if (formerSecret && !AUTH_SECRET) await rm(path)
  const vapidKeys = await storeVapidKeys(db, webPush.generateVAPIDKeys())
  return { secret, anchorKey, vapidKeys }
}

async function readFormerSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (text.trim().length < 32)
    throw new SettingError('AUTH_SECRET', `The file ${path} is damaged: set AUTH_SECRET or delete the file.`)
  return text.trim()
}
