import { t } from '@lingui/core/macro'
import type { GoogleMaps } from './google-types.ts'

/** The number of polls for the start of Google's library, and the milliseconds between them. */
const maxPolls = 50
const mapsPollMs = 100

/** Thrown if Google's map is unavailable. The message is worded for people. */
export class GoogleMapsError extends Error {
  override name = 'GoogleMapsError'
}

export const googleTexts = {
  notConfigured: t`The maps key is not configured on the server.`,
  keyFailed: t`The maps key could not be loaded. Please check the configuration.`,
  scriptFailed: t`Google Maps couldn’t be loaded.`,
  timedOut: t`Google Maps took too long to load.`,
} as const

type Options = {
  readonly key: string
  /** The origin of the script: Google, or a stand-in. */
  readonly origin: string
  readonly wait?: (ms: number) => Promise<void>
}

const delay = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
const getLoadedMaps = () => (window as { google?: { maps?: Partial<GoogleMaps> } }).google?.maps

/** Maximum number of attempts to load the script; after that, somebody has to press Retry. */
const maxAttempts = 2

/** In English and for India, as specified. A failed script is retried once; then come 50 polls of 100 ms. Throws GoogleMapsError. */
export async function loadGoogle({ key, origin, wait = delay }: Options): Promise<GoogleMaps> {
  if (!getLoadedMaps()?.Map) await addScript(scriptUrl(origin, key), maxAttempts)
  for (let poll = 0; poll < maxPolls; poll++) {
    const maps = getLoadedMaps()
    if (maps?.Map) return maps as GoogleMaps
    await wait(mapsPollMs)
  }
  throw new GoogleMapsError(googleTexts.timedOut)
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

async function addScript(src: string, attemptsLeft: number): Promise<void> {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  const loadResult = new Promise<boolean>(done => {
    script.addEventListener('load', () => done(true))
    script.addEventListener('error', () => done(false))
  })
  document.head.append(script)
  if (await loadResult) return
  script.remove()
  if (attemptsLeft <= 1) throw new GoogleMapsError(googleTexts.scriptFailed)
  return addScript(src, attemptsLeft - 1)
}
