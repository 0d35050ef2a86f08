import { z } from 'zod'
import { id } from './ids.ts'
import { oneLine } from './texts.ts'

/**
 * The import that a batch belongs to. The client creates the id, so that all batches, and those sent again, count for one import. It
 * is then listed, and can be undone.
 */
export const importReference = z.strictObject({ id, fileName: oneLine(200) })
export type ImportReference = z.infer<typeof importReference>
