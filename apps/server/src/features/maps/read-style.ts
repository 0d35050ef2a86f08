import { mapAddressProblem } from '@muster/domain/base-map.ts'
import { z } from 'zod'

const addressSchema = z.string().max(2_000)
const sourceSchema = z.object({
  url: addressSchema.optional(),
  tiles: z.array(addressSchema).max(50).optional(),
})
/** The parts of a style that name hosts. */
const styleSchema = z.object({
  version: z.literal(8),
  glyphs: addressSchema.optional(),
  sprite: z.union([addressSchema, z.array(z.object({ url: addressSchema })).max(10)]).optional(),
  sources: z.record(z.string(), sourceSchema),
})

/** Real styles name fewer hosts, and a policy that allows more would hardly restrict anything. */
const maxOrigins = 12

/** Throws if the style is unreadable or names too many hosts, or ones that a page served over HTTPS could not fetch from. */
export async function readStyleOrigins(
  styleUrl: string,
  fetchJson: (address: string) => Promise<unknown>,
): Promise<string[]> {
  const { glyphs, sprite = [], sources } = styleSchema.parse(await fetchJson(styleUrl))
  const spriteUrls = typeof sprite === 'string' ? [sprite] : sprite.map(({ url }) => url)
  const sourceList = Object.values(sources)
  const tileListUrls = sourceList.flatMap(({ url }) => (url ? [new URL(url, styleUrl).href] : []))
  if (tileListUrls.length > maxOrigins) throw new Error('The style has too many sources')
  const tileLists = await Promise.all(
    tileListUrls.map(async url => sourceSchema.parse(await fetchJson(url)).tiles ?? []),
  )
  const resourceUrls = [
    ...(glyphs ? [glyphs] : []),
    ...spriteUrls,
    ...sourceList.flatMap(({ tiles = [] }) => tiles),
    ...tileLists.flat(),
  ]
  const addresses = [styleUrl, ...tileListUrls, ...resourceUrls.map(url => new URL(url, styleUrl).href)]
  if (addresses.some(mapAddressProblem))
    throw new Error('The style names an address that browsers may not fetch')
  const origins = [...new Set(addresses.map(href => new URL(href).origin))]
  if (origins.length > maxOrigins) throw new Error('The style is drawn from too many hosts')
  return origins
}
