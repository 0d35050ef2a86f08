/** The origin of the server: the page's own or, in the native app, the one chosen on first start. */
let chosen: string | undefined
const listeners = new Set<(origin: string | undefined) => void>()

/** Returns an origin without a path: `https://muster.example`. */
export const serverOrigin = (): string => chosen ?? globalThis.location.origin

/** Switches to a server other than the page's own. */
export function chooseServer(origin: string | undefined) {
  chosen = origin
  for (const listener of listeners) listener(origin)
}

export const isServerChosen = () => chosen !== undefined

/** Calls the listener whenever a server is chosen. */
export const onServerChosen = (listener: (origin: string | undefined) => void) => void listeners.add(listener)

/** Returns the URL of a path on the server: `/files/…`. Absolute URLs are unchanged. */
export const serverUrl = (path: string): string => (chosen ? new URL(path, chosen).href : path)

/**
 * Makes the links in a server response absolute, because pages of the native app are loaded from the phone. Changes the response in
 * place, since nothing else uses it.
 */
export function withWholeLinks<Answer>(answer: Answer): Answer {
  if (!chosen || typeof answer !== 'object' || answer === null) return answer
  for (const [name, value] of Object.entries(answer)) {
    if (typeof value === 'string' && value.startsWith('/files/'))
      (answer as Record<string, unknown>)[name] = serverUrl(value)
    else withWholeLinks(value)
  }
  return answer
}
