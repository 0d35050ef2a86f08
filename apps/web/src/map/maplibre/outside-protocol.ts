import { addProtocol, type RequestTransformFunction } from 'maplibre-gl'
import { getMapFetcher } from './map-fetch.ts'

const protocolName = 'outside'
/** The fetching scripts, by their index in the URLs of the protocol. */
const fetcherScripts: string[] = []

/** Routes a map's requests to other hosts through the script's worker. */
export function createRequestTransform(script: string): RequestTransformFunction {
  if (fetcherScripts.length === 0) addProtocol(protocolName, load)
  if (!fetcherScripts.includes(script)) fetcherScripts.push(script)
  const scriptIndex = fetcherScripts.indexOf(script)
  return url => ({ url: isOutside(url) ? `${protocolName}://${scriptIndex}/${url}` : url })
}

export const isOutside = (url: string) =>
  /^https?:/.test(url) && new URL(url).origin !== window.location.origin

async function load(
  { url, type, headers }: { url: string; type?: string; headers?: Record<string, string> },
  abort: AbortController,
) {
  const [, scriptIndex = '', address = ''] = /^outside:\/\/(\d+)\/(.*)$/.exec(url) ?? []
  const { fetch } = getMapFetcher(fetcherScripts[Number(scriptIndex)] ?? '')
  const { status, body, kept } = await fetch(address, { headers, signal: abort.signal })
  if (status < 200 || status > 299) throw new Error(`${address} was answered with ${status}`)
  const data = type === 'json' ? JSON.parse(new TextDecoder().decode(body)) : body
  return { data, cacheControl: kept.cacheControl, expires: kept.expires }
}
