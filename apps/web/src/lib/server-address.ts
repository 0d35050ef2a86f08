/** The origin of the server chosen when the native app first started; undefined if the server is the page's own. */
let chosenOrigin: string | undefined
const listeners = new Set<(origin: string | undefined) => void>()

/** Returns the origin of the server, without a path: `https://muster.example`. */
export const serverOrigin = (): string => chosenOrigin ?? globalThis.location.origin

/** Switches to the server at `origin`, or back to the page's own server if `origin` is undefined. */
export function chooseServer(origin: string | undefined) {
  chosenOrigin = origin
  for (const listener of listeners) listener(origin)
}

export const isServerChosen = () => chosenOrigin !== undefined

export const onServerChosen = (listener: (origin: string | undefined) => void) => void listeners.add(listener)

/** Returns the URL of a path on the server: `/files/…`. Absolute URLs are unchanged. */
export const serverUrl = (path: string): string => (chosenOrigin ? new URL(path, chosenOrigin).href : path)

/** Pages of the native app are loaded from the phone. Changes the response in place, since nothing else uses it. */
export function makeLinksAbsolute<Answer>(answer: Answer): Answer {
  if (!chosenOrigin || typeof answer !== 'object' || answer === null) return answer
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'string' && value.startsWith('/files/'))
      (answer as Record<string, unknown>)[name] = serverUrl(value)
    else makeLinksAbsolute(value)
  }
  return answer
}
