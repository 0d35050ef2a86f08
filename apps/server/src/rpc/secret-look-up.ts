import type pg from 'pg'
import { gatherLoads } from '../lib/gather-loads.ts'
import { hashToken } from './sessions.queries.ts'

/** Returns the key of what a secret opens, by which its calls queue; null for a secret that opens nothing. */
export type SecretLookUp = (secret: string) => Promise<string | null>

type Options = {
  /** The name of the prepared statement. */
  readonly name: string
  /** Selects `hash` and the text `key` of those of the hashes `$1` that open something. Runs as the database owner. */
  readonly text: string
}

/** For strangers' tokens. Those that arrive together share one query and connection, so made-up ones cost next to nothing. */
export function createSecretLookUp(pool: Pick<pg.Pool, 'query'>, { name, text }: Options): SecretLookUp {
  const load = gatherLoads(async hashes => {
    const { rows } = await pool.query<{ hash: string; key: string }>({ name, text, values: [hashes] })
    return new Map(rows.map(({ hash, key }) => [hash, key]))
  })
  return secret => load(hashToken(secret))
}
