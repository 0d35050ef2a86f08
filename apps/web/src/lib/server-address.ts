/** The origin of the server: that of the page, or in the native app the one chosen at its first start. */
let chosen: string | undefined
const listeners = new Set<(origin: string | undefined) => void>()

/** An origin without a path: `https://muster.example`. */
export const serverOrigin = (): string => chosen ?? globalThis.location.origin

/** Switches to a server other than that of the page. */
export function chooseServer(origin: string | undefined) {
  chosen = origin
  for (const listener of listeners) listener(origin)
}

export const isServerChosen = () => chosen !== undefined

/** Calls the listener whenever a server is chosen. */
export const onServerChosen = (listener: (origin: string | undefined) => void) => void listeners.add(listener)

/** The address of a path on the server: `/files/…`. Absolute addresses are unchanged. */
export const serverUrl = (path: string): string => (chosen ? new URL(path, chosen).href : path)

/**
 * Makes the links in a server's answer absolute, because pages of the native app are loaded from the phone. Changes the answer in
 * place, which nobody else shares.
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
