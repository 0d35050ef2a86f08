import { z } from 'zod'

/**
 * The schemas whose every value fits the column it goes to. Inputs are made of nothing else: `inputs.test.ts` walks the
 * whole contract and holds it. What is derived from one of them (`.min(…)`, `.regex(…)`) fits as well.
 */
const fits = z.registry<{ fits: string }>()

/** Says that every value of the schema fits `what`: the kind of column, or why it needs none. */
export function fitting<S extends z.ZodType>(schema: S, what: string): S {
  fits.add(schema, { fits: what })
  return schema
}

/** The place that the schema was said to fit; undefined for one nobody looked at. */
fitting.what = (schema: z.core.$ZodType): string | undefined => fits.get(schema as z.ZodType)?.fits
