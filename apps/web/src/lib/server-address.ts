/** Where the server is: that of the page, or in the native app the one that was chosen at its first start. */
let chosen: string | undefined
const listeners = new Set<(origin: string | undefined) => void>()

/** An origin without a path: `https://muster.example`. */
export const serverOrigin = (): string => chosen ?? globalThis.location.origin

/** Turns to another server than that of the page. */
export function chooseServer(origin: string | undefined) {
  chosen = origin
  for (const listener of listeners) listener(origin)
}

export const isServerChosen = () => chosen !== undefined

/** Calls when a server is chosen from now on. */
export const onServerChosen = (listener: (origin: string | undefined) => void) => void listeners.add(listener)

/** The address of something the server serves: `/files/…`. One that is whole already stays. */
export const serverUrl = (path: string): string => (chosen ? new URL(path, chosen).href : path)

/**
 * What the server answered, with the links in it leading to the server: pages of the native app come from the phone. In place, for an
 * answer is nobody else's.
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
