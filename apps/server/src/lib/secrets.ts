import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { createCache } from './cache.ts'
import { gatherLoads } from './gather-loads.ts'

/** Creates a token, by default of 192 bits: too long to guess, whatever the rate. */
export const createToken = (bytes = 24) => randomBytes(bytes).toString('base64url')

/** Hashes a token for storage, so that reading the table or a backup opens nothing. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')
/** The same for columns of type `bytea`. */
export const hashTokenToBytes = (token: string): Buffer => hash('sha256', token, 'buffer')

/** Signs a text with HMAC-SHA256. The text begins with its purpose, so that no signature is valid for another one. */
export const signText = (secret: string, text: string, encoding: 'base64url' | 'hex' = 'base64url') =>
  createHmac('sha256', secret).update(text).digest(encoding)

/** Takes a time that does not depend on where the two differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Statement = {
  /** The name of the prepared statement. */
  readonly name: string
  /** Selects what those of the hashes `$1` open, with their `hash` in hexadecimal. Runs as the database owner. */
  readonly text: string
}
type Pool = Pick<pg.Pool, 'query'>

const loadByHash = <Opened>(pool: Pool, { name, text }: Statement) =>
  gatherLoads(async hashes => {
    const { rows } = await pool.query<Opened & { hash: string }>({ name, text, values: [hashes] })
    return new Map(rows.map(({ hash, ...opened }) => [hash, opened as Opened]))
  })

type Place = {
  readonly table: string
  readonly hash?: string
  /** The column that identifies what the secret opens, by which its calls queue. */
  readonly key?: string
  readonly where?: string
}

/**
 * Returns the key of what a stranger's secret opens; null if it opens nothing. Secrets that arrive together share one query and
 * connection, so made-up ones cost next to nothing.
 */
export function createSecretLookUp(
  pool: Pool,
  { table, hash: column = 'token_hash', key = 'id', where = 'true' }: Place,
): (secret: string) => Promise<string | null> {
  const load = loadByHash<{ key: string }>(pool, {
    name: `${table}-by-${column}`,
    text: `select ${column} as hash, ${key}::text as key from ${table} where ${column} = any($1) and ${where}`,
  })
  return async secret => (await load(hashToken(secret)))?.key ?? null
}

type KeyOwner = { readonly keyId: string; readonly lastUsedAt: Date | null }

type KeyCacheOptions<Owner> = {
  /** Selects what the keys open, as `Owner`. */
  readonly statement: Statement
  /** The table of the keys, whose `last_used_at` is updated if it is older than `touchMs` milliseconds: every update is a write. */
  readonly table: string
  readonly touchMs: number
  /** What invalidates a key: the id of its person or zone. */
  readonly toTopic: (owner: Owner) => string
  readonly mayCache?: (() => boolean) | undefined
  readonly now?: (() => number) | undefined
}

export type KeyCache<Owner> = {
  /** Returns what the key of a device opens; null if it opens nothing. */
  find(key: string): Owner | Promise<Owner | null>
  /** Forgets the keys of a person or zone. */
  forgetAbout(topic: string): void
  forgetAll(): void
}

/** Caches what the keys of devices open, because devices send every few seconds. Feed events invalidate the cache. */
export function createKeyCache<Owner extends KeyOwner>(
  pool: Pool,
  { statement, table, touchMs, toTopic, mayCache, now = Date.now }: KeyCacheOptions<Owner>,
): KeyCache<Owner> {
  const findByHash = loadByHash<Owner>(pool, statement)
  const cache = createCache<Owner>({
    ...(mayCache && { mayCache }),
    now,
    async load(keyHash) {
      const owner = await findByHash(keyHash)
      if (owner && now() - (owner.lastUsedAt?.getTime() ?? 0) > touchMs)
        await pool.query(`update ${table} set last_used_at = now() where id = $1`, [owner.keyId])
      return owner
    },
    listTopics: owner => [toTopic(owner)],
  })
  return {
    find: key => cache.get(hashToken(key)),
    forgetAbout: cache.forgetAbout,
    forgetAll: cache.forgetAll,
  }
}
