import { mapAddressProblem } from '@muster/domain/base-map.ts'
import { z } from 'zod'

const address = z.string().max(2_000)
const source = z.object({ url: address.optional(), tiles: z.array(address).max(50).optional() })
/** What of a style names hosts. */
const style = z.object({
  version: z.literal(8),
  glyphs: address.optional(),
  sprite: z.union([address, z.array(z.object({ url: address })).max(10)]).optional(),
  sources: z.record(z.string(), source),
})

/** No style of any use names more; a policy that lists more says nothing. */
const mostOrigins = 12

/**
 * The hosts that a MapLibre style is drawn from, its tile lists read as well, so that the policy can open just these. Throws
 * where it cannot be read, or names what browsers could not fetch under https.
 */
export async function readStyleOrigins(
  styleUrl: string,
  fetchJson: (address: string) => Promise<unknown>,
): Promise<string[]> {
  const { glyphs, sprite = [], sources } = style.parse(await fetchJson(styleUrl))
  const sprites = typeof sprite === 'string' ? [sprite] : sprite.map(({ url }) => url)
  const all = Object.values(sources)
  const lists = all.flatMap(({ url }) => (url ? [new URL(url, styleUrl).href] : []))
  if (lists.length > mostOrigins) throw new Error('The style has too many sources')
  const read = await Promise.all(lists.map(async list => source.parse(await fetchJson(list)).tiles ?? []))
  const named = [
    ...(glyphs ? [glyphs] : []),
    ...sprites,
    ...all.flatMap(({ tiles = [] }) => tiles),
    ...read.flat(),
  ]
  const addresses = [styleUrl, ...lists, ...named.map(one => new URL(one, styleUrl).href)]
  const problem = addresses.map(mapAddressProblem).find(Boolean)
  if (problem) throw new Error(problem)
  const origins = [...new Set(addresses.map(one => new URL(one).origin))]
  if (origins.length > mostOrigins) throw new Error('The style is drawn from too many hosts')
  return origins
}
