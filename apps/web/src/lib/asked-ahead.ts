/** Calls that the frame's script (public/frame.js) made before the app was there, by the name of the procedure. */
type AskedAhead = {
  token: string
  /** When it asked, in milliseconds of `performance.now()`. */
  at: number
  answers: Record<string, Promise<Response>>
}

declare global {
  interface Window {
    askedAhead?: AskedAhead
  }
}

/** Older answers are not taken: the app would show them as read just now. */
const freshMs = 20_000

/** The answer the frame's script already asked for, once, or undefined: then the app asks itself. */
export function takeAskedAhead(request: Request): Promise<Response> | undefined {
  const ahead = window.askedAhead
  const name = new URL(request.url).pathname.replace(/^\/rpc\//, '')
  const answer = ahead?.answers[name]
  if (!ahead || !answer) return undefined
  delete ahead.answers[name]
  const isMine = request.headers.get('authorization') === `Bearer ${ahead.token}`
  return isMine && performance.now() - ahead.at < freshMs ? answer : undefined
}
