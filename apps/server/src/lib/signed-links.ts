import { limits } from '@muster/domain/limits.ts'
import { isSameSecret, signText } from './secrets.ts'

export type SignedLinks = {
  /** Returns a link under `/files/` that opens the stored path on behalf of the session, for at most `lifeMs` milliseconds. */
  linkTo(path: string, sessionId: string, lifeMs?: number): string
  /** True if the signature matches path and session and has not expired; does not check that the session exists. */
  verify(path: string, query: LinkQuery): boolean
}

export type LinkQuery = { readonly session: string; readonly expires: string; readonly signature: string }

/**
 * Default maximum lifetime of links in milliseconds. The expiry is rounded down to a multiple of half the lifetime, so that an
 * image keeps its URL for a while and stays cached.
 */
const LINK_LIFETIME_MS = limits.signedLinkMs

/** Creates and verifies links to stored files. Links are created when data is read, and never stored. */
export function createSignedLinks(secret: string, now: () => number = Date.now): SignedLinks {
  const sign = (path: string, sessionId: string, expires: string) =>
    signText(secret, `file\n${path}\n${sessionId}\n${expires}`)

  return {
    linkTo(path, sessionId, lifetimeMs = LINK_LIFETIME_MS) {
      const halfLifetime = lifetimeMs / 2
      const expires = String(Math.floor(now() / halfLifetime) * halfLifetime + lifetimeMs)
      return `/files/${path}?session=${sessionId}&expires=${expires}&signature=${sign(path, sessionId, expires)}`
    },
    verify(path, { session, expires, signature }) {
      const expiresAt = Number(expires)
      if (!Number.isSafeInteger(expiresAt) || expiresAt < now()) return false
      return isSameSecret(signature, sign(path, session, expires))
    },
  }
}
