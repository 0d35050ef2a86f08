import { z } from 'zod'

export const mapsEvents = [
  /** The base map of the installation changed; screens with a map refetch it. */
  z.object({ kind: z.literal('map.changed') }),
] as const
