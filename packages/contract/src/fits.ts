import { z } from 'zod'

/** Schemas whose values fit their column, derived ones too. Inputs have only these; `inputs.test.ts` enforces it. */
const columnTypes = z.registry<{ fits: string }>()

/** `columnType` is the type of the column that every value fits, or the reason why the value needs no column. */
export function fitting<S extends z.ZodType>(schema: S, columnType: string): S {
  columnTypes.add(schema, { fits: columnType })
  return schema
}

/** Returns the declared column type or reason; undefined if there is none. */
fitting.what = (schema: z.core.$ZodType): string | undefined => columnTypes.get(schema as z.ZodType)?.fits
