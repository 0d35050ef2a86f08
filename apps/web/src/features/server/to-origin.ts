import { t } from '@lingui/core/macro'
/** Thrown if a URL is invalid or does not lead to a Muster server; `message` tells the person why. */
export class NoServerError extends Error {
  override name = 'NoServer'
}

/** The scheme defaults to https; plain http only for localhost, because session tokens are sent. Throws NoServerError. */
export function toOrigin(text: string): string {
  const trimmedText = text.trim()
  const url = /^[a-z]+:\/\//i.test(trimmedText) ? trimmedText : `https://${trimmedText}`
  if (trimmedText === '' || !URL.canParse(url))
    throw new NoServerError(t`Type the address of your server, for example muster.example.`)
  const { origin, protocol, hostname } = new URL(url)
  const isLocalhost = hostname === 'localhost' || hostname === '127.0.0.1'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocalhost))
    throw new NoServerError(
      t`The address must start with https://. Otherwise, others could read your data in transit.`,
    )
  return origin
}

/** Timeout for the server's response, in milliseconds. */
const timeoutMs = 10_000

/** Verifies that a Muster server responds at `origin`. Throws NoServerError with the reason. */
export async function checkServer(origin: string): Promise<void> {
  const response = await fetch(`${origin}/livez`, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    throw new NoServerError(
      t`No server is responding at this address. Check the address and your connection.`,
    )
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok || (body as { alive?: unknown } | undefined)?.alive !== true)
    throw new NoServerError(t`This isn’t a Muster server. Check the address.`)
}
