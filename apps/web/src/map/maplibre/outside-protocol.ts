import { addProtocol, type RequestTransformFunction } from 'maplibre-gl'
import { mapFetcher } from './map-fetch.ts'

const name = 'outside'
/** The fetching scripts, by their index in the URLs of the protocol. */
const scripts: string[] = []

/** Routes a map's requests to other hosts through the script's worker. */
export function throughFetcher(script: string): RequestTransformFunction {
  if (scripts.length === 0) addProtocol(name, load)
  if (!scripts.includes(script)) scripts.push(script)
  const place = scripts.indexOf(script)
  return url => ({ url: isOutside(url) ? `${name}://${place}/${url}` : url })
}

export const isOutside = (url: string) =>
  /^https?:/.test(url) && new URL(url).origin !== window.location.origin

async function load(
  { url, type, headers }: { url: string; type?: string; headers?: Record<string, string> },
  abort: AbortController,
) {
  const [, place = '', address = ''] = /^outside:\/\/(\d+)\/(.*)$/.exec(url) ?? []
  const { fetch } = mapFetcher(scripts[Number(place)] ?? '')
  const { status, body, kept } = await fetch(address, { headers, signal: abort.signal })
  if (status < 200 || status > 299) throw new Error(`${address} was answered with ${status}`)
  const data = type === 'json' ? JSON.parse(new TextDecoder().decode(body)) : body
  return { data, cacheControl: kept.cacheControl, expires: kept.expires }
}
