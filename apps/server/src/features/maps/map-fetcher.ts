import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isSameSecret, signText } from '../../lib/secrets.ts'

/** The script of the worker that fetches a map from other hosts: apps/web/public/map-fetch.js. */
export const mapFetcherFile = 'map-fetch.js'

/** Time (ms) for which an unsaved map may be previewed. */
const previewTtlMs = 15 * 60_000

const ticketBodySchema = z.object({ origins: z.array(z.string()), until: z.number() })

export type MapFetcher = {
  /** The script's address for the current map, different for each set of hosts. */
  address(origins: readonly string[]): string
  /** The script's address for a map that only its editor previews. */
  previewAddress(origins: readonly string[]): string
  /**
   * Returns the script's content security policy, which names the hosts it may fetch from. `preview` is the preview token in the
   * script's address, if any.
   */
  policy(origins: readonly string[], preview: string | undefined): string
}

/**
 * A worker is bound by its own script's policy, so choosing a map on an open page only starts a new worker: no reload, and the
 * page's policy stays closed.
 */
export function createMapFetcher(secret: string, now: () => number = Date.now): MapFetcher {
  const sign = (body: string) => signText(secret, `map preview\n${body}`)

  const readPreviewOrigins = (ticket: string): readonly string[] => {
    const [body = '', signature = ''] = ticket.split('.')
    if (!isSameSecret(signature, sign(body))) return []
    const { origins, until } = ticketBodySchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    return until > now() ? origins : []
  }

  return {
    address(origins) {
      const digest = createHash('sha256').update(origins.join(' ')).digest('base64url').slice(0, 12)
      return `/${mapFetcherFile}?for=${digest}`
    },
    previewAddress(origins) {
      const body = Buffer.from(JSON.stringify({ origins, until: now() + previewTtlMs })).toString('base64url')
      return `/${mapFetcherFile}?preview=${body}.${sign(body)}`
    },
    policy(origins, preview) {
      const allowedOrigins = preview === undefined ? origins : readPreviewOrigins(preview)
      return `default-src 'none'; connect-src ${["'self'", ...allowedOrigins].join(' ')}`
    },
  }
}
