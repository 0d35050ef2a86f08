import { z } from 'zod'

export const mapsEvents = [
  /** The base map of the installation changed. Screens with a map fetch it. */
  z.object({ kind: z.literal('map.changed') }),
] as const
