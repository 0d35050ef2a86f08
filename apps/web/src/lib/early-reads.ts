/** Calls that the app shell's script (public/frame.js) made before the app loaded, by procedure name. */
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

/** Older responses are ignored, because the app would show them as fresh. */
const freshMs = 20_000

/**
 * Returns the response to a request that the app shell's script already sent; each is returned only once. If undefined, the app
 * sends the request itself.
 */
export function takeEarlyRead(request: Request): Promise<Response> | undefined {
  const ahead = window.askedAhead
  const name = new URL(request.url).pathname.replace(/^\/rpc\//, '')
  const answer = ahead?.answers[name]
  if (!ahead || !answer) return undefined
  delete ahead.answers[name]
  const isMine = request.headers.get('authorization') === `Bearer ${ahead.token}`
  return isMine && performance.now() - ahead.at < freshMs ? answer : undefined
}
