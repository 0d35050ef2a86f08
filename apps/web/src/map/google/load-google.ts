import type { GoogleMaps } from './google-types.ts'

/** How often, and how many milliseconds apart, Google's library is looked for until it has started. */
const mapsPolls = 50
const mapsPollMs = 100

/** Why Google's map is not there, in words for who looks. */
export class GoogleProblem extends Error {
  override name = 'GoogleProblem'
}

export const googleTexts = {
  notConfigured: 'The maps key is not configured on the server.',
  keyFailed: 'The maps key could not be loaded. Please check the configuration.',
  scriptFailed: 'Google Maps could not be loaded.',
  timedOut: 'Google Maps did not start in time.',
} as const

type Options = {
  readonly key: string
  /** Where the script comes from: Google, or a stand-in. */
  readonly origin: string
  readonly wait?: (ms: number) => Promise<void>
}

const later = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
const loaded = () => (window as { google?: { maps?: Partial<GoogleMaps> } }).google?.maps

/** So often the script is asked for before somebody has to press Retry. */
const tries = 2

/**
 * Google's library: places and geometry, English, India, as specified. The script is asked for once more by itself; then it
 * has 50 polls of 100 ms to be there. Throws GoogleProblem.
 */
export async function loadGoogle({ key, origin, wait = later }: Options): Promise<GoogleMaps> {
  if (!loaded()?.Map) await addScript(scriptUrl(origin, key), tries)
  for (let poll = 0; poll < mapsPolls; poll++) {
    const maps = loaded()
    if (maps?.Map) return maps as GoogleMaps
    await wait(mapsPollMs)
  }
  throw new GoogleProblem(googleTexts.timedOut)
}

export function scriptUrl(origin: string, key: string): string {
  const url = new URL('/maps/api/js', origin)
  url.search = new URLSearchParams({
    key,
    libraries: 'places,geometry',
    language: 'en',
    region: 'IN',
  }).toString()
  return url.href
}

async function addScript(src: string, left: number): Promise<void> {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  const came = new Promise<boolean>(done => {
    script.addEventListener('load', () => done(true))
    script.addEventListener('error', () => done(false))
  })
  document.head.append(script)
  if (await came) return
  script.remove()
  if (left <= 1) throw new GoogleProblem(googleTexts.scriptFailed)
  return addScript(src, left - 1)
}
