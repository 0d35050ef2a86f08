/**
 * The calls that the app shell's script (public/frame.js) made before the app loaded: their session, time, and responses by
 * procedure name.
 */
type EarlyReads = {
  token: string
  /** The time of the request, in milliseconds of `performance.now()`. */
  at: number
  answers: Record<string, Promise<Response>>
}

declare global {
  interface Window {
    askedAhead?: EarlyReads
  }
}

// If this code is cached, it may run before the app shell's script, which then requests nothing.
window.askedAhead ??= { token: '', at: 0, answers: {} }

/** Maximum age in milliseconds. Older responses are ignored, because the app would show them as fresh. */
const maxAgeMs = 20_000

/**
 * Returns the response to a request that the app shell's script already sent; each is returned only once. Returns undefined if
 * there is none, or if it is too old or belongs to another session; the app then sends the request itself.
 */
export function takeEarlyRead(request: Request): Promise<Response> | undefined {
  const earlyReads = window.askedAhead
  const name = new URL(request.url).pathname.replace(/^\/rpc\//, '')
  const responsePromise = earlyReads?.answers[name]
  if (!earlyReads || !responsePromise) return undefined
  delete earlyReads.answers[name]
  const isSameSession = request.headers.get('authorization') === `Bearer ${earlyReads.token}`
  return isSameSession && performance.now() - earlyReads.at < maxAgeMs ? responsePromise : undefined
}

/**
 * Drops the unused responses. Called when the page starts to follow the feed, because they may lack events that it has already
 * received.
 */
export function dropEarlyReads(): void {
  if (window.askedAhead) window.askedAhead.answers = {}
}
