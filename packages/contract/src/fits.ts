import { z } from 'zod'

/**
 * The registry of schemas whose values always fit their database column. Inputs consist only of such schemas; `inputs.test.ts`
 * walks the whole contract to enforce this. Derived schemas (`.min(…)`, `.regex(…)`) also fit.
 */
const columnTypes = z.registry<{ fits: string }>()

/** `columnType` is the type of the column that every value fits, or the reason why the value needs no column. */
export function fitting<S extends z.ZodType>(schema: S, columnType: string): S {
  columnTypes.add(schema, { fits: columnType })
  return schema
}

/** Returns the declared column type or reason; undefined if there is none. */
fitting.what = (schema: z.core.$ZodType): string | undefined => columnTypes.get(schema as z.ZodType)?.fits
