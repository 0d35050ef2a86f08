/** Why an address is no server of ours, in words for a person. */
export class NoServer extends Error {
  override name = 'NoServer'
}

/**
 * The origin that a text or a scanned code names, without path; `https://` where it says nothing of it. Throws NoServer. Without
 * encryption only for this phone itself: positions and sessions travel there.
 */
export function originOf(text: string): string {
  const trimmed = text.trim()
  const whole = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  if (trimmed === '' || !URL.canParse(whole))
    throw new NoServer('Type the address of your server, for example muster.example.')
  const { origin, protocol, hostname } = new URL(whole)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new NoServer(
      'The address must begin with https://: without it anybody on the way could read along.',
    )
  return origin
}

/** How long a server may take to answer, in milliseconds. */
const patienceMs = 10_000

/** Whether a Muster answers there. Throws NoServer with what is wrong. */
export async function checkServer(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/livez`, { signal: AbortSignal.timeout(patienceMs) }).catch(() => {
    throw new NoServer('No server answers there. Check the address and your network.')
  })
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok || (body as { alive?: unknown } | undefined)?.alive !== true)
    throw new NoServer('Something answers there, but it is no Muster server.')
}
