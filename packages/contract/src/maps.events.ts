import { z } from 'zod'

export const mapsEvents = [
  /** The base map of the installation is another one. What it is, who needs a map asks. */
  z.object({ kind: z.literal('map.changed') }),
] as const
