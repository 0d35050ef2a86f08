import { expect, it } from 'vitest'
import { readStyleOrigins } from './read-style.ts'

const createFetchJson = (documents: Record<string, unknown>) => async (address: string) => {
  if (!(address in documents)) throw new Error(`Nobody answers at ${address}`)
  return documents[address]
}
const styleUrl = 'https://maps.example/style.json'

it("a style's hosts include those of fonts, pictures and tiles, and of its tile lists", async () => {
  const fetchJson = createFetchJson({
    [styleUrl]: {
      version: 8,
      glyphs: 'https://fonts.example/{fontstack}/{range}.pbf',
      sprite: '/sprite',
      sources: {
        a: { type: 'vector', url: 'https://tiles.example/list.json' },
        b: { type: 'raster', tiles: ['https://images.example/{z}/{x}/{y}.jpg'] },
      },
    },
    'https://tiles.example/list.json': { tiles: ['https://cdn.example/{z}/{x}/{y}.pbf'] },
  })
  expect(await readStyleOrigins(styleUrl, fetchJson)).toEqual([
    'https://maps.example',
    'https://tiles.example',
    'https://fonts.example',
    'https://images.example',
    'https://cdn.example',
  ])
})

it('invalid styles, and those browsers could not fetch safely, are refused', async () => {
  await expect(readStyleOrigins(styleUrl, createFetchJson({ [styleUrl]: '<html>' }))).rejects.toThrow()
  const httpStyle = { version: 8, sources: { a: { tiles: ['http://images.example/{z}.jpg'] } } }
  await expect(readStyleOrigins(styleUrl, createFetchJson({ [styleUrl]: httpStyle }))).rejects.toThrow(
    'browsers may not fetch',
  )
  const malformedStyle = {
    version: 8,
    sources: { a: { tiles: ["https://a.example; script-src 'unsafe-inline'/"] } },
  }
  await expect(readStyleOrigins(styleUrl, createFetchJson({ [styleUrl]: malformedStyle }))).rejects.toThrow()
})
