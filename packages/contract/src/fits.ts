import { z } from 'zod'

/**
 * The registry of schemas whose values all fit their column. Inputs consist only of these: `inputs.test.ts` walks the whole
 * contract to enforce it. Derived schemas (`.min(…)`, `.regex(…)`) fit as well.
 */
const fits = z.registry<{ fits: string }>()

/** Declares that every value of the schema fits `what`: the kind of column, or the reason why it needs none. */
export function fitting<S extends z.ZodType>(schema: S, what: string): S {
  fits.add(schema, { fits: what })
  return schema
}

/** The declared place of the schema; undefined if there is none. */
fitting.what = (schema: z.core.$ZodType): string | undefined => fits.get(schema as z.ZodType)?.fits
