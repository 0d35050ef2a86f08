/** Where the server is: that of the page, or in the native app the one that was chosen at its first start. */
let chosen: string | undefined

/** An origin without a path: `https://muster.example`. */
export const serverOrigin = (): string => chosen ?? globalThis.location.origin

/** Turns to another server than that of the page. */
export function chooseServer(origin: string | undefined) {
  chosen = origin
}

/** The address of something the server serves: `/files/…`. One that is whole already stays. */
export const serverUrl = (path: string): string => (chosen ? new URL(path, chosen).href : path)
