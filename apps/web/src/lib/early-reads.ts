/** The app shell's script (public/frame.js) made these calls before the app loaded. Responses are by procedure name. */
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

/** Each is returned only once. Undefined if there is none, or if it is too old or belongs to another session. */
export function takeEarlyRead(request: Request): Promise<Response> | undefined {
  const earlyReads = window.askedAhead
  const name = new URL(request.url).pathname.replace(/^\/rpc\//, '')
  const responsePromise = earlyReads?.answers[name]
  if (!earlyReads || !responsePromise) return undefined
  delete earlyReads.answers[name]
  const isSameSession = request.headers.get('authorization') === `Bearer ${earlyReads.token}`
  return isSameSession && performance.now() - earlyReads.at < maxAgeMs ? responsePromise : undefined
}

/** Called when the page starts to follow the feed, because they may lack events that it has already received. */
export function dropEarlyReads(): void {
  if (window.askedAhead) window.askedAhead.answers = {}
}
