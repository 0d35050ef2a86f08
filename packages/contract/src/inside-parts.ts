import { z } from 'zod'

const people = z.int().min(0)

/** The people inside by how it is known that they are there; each counts once. */
export const insideParts = z.object({ byPhone: people, byBadge: people, visitors: people })
export type InsideParts = z.infer<typeof insideParts>
