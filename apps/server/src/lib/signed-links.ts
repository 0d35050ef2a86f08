import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@muster/domain/limits.ts'

export type SignedLinks = {
  /** An address under `/files/` that opens the stored path for the next minutes. */
  linkTo(path: string): string
  /** Whether the signature belongs to the path and has not expired. */
  verify(path: string, expires: string, signature: string): boolean
}

/** Links live at most this long. The end is rounded, so that one image keeps one address for a while and stays cached. */
const LIFE = limits.signedLinkMs

/** Makes and checks the links to stored files: made when read, never stored. */
export function createSignedLinks(secret: string, now: () => number = Date.now): SignedLinks {
  const sign = (path: string, expires: string) =>
    createHmac('sha256', secret).update(`file\n${path}\n${expires}`).digest('base64url')

  return {
    linkTo(path) {
      const half = LIFE / 2
      const expires = String(Math.floor(now() / half) * half + LIFE)
      return `/files/${path}?expires=${expires}&signature=${sign(path, expires)}`
    },
    verify(path, expires, signature) {
      const end = Number(expires)
      if (!Number.isSafeInteger(end) || end < now()) return false
      const right = Buffer.from(sign(path, expires))
      const given = Buffer.from(signature)
      return right.length === given.length && timingSafeEqual(right, given)
    },
  }
}
