import { z } from 'zod'
import { exportRowsHeader } from './presence-exports.ts'

/** Maximum rows of a CSV that a call sends. */
export const maxCsvRows = 50_000

/** A CSV (RFC 4180) as a file, and the number of rows that match; the file has the first `maxCsvRows` of them. */
export const csvFile = z.object({ headers: z.object({ [exportRowsHeader]: z.string() }), body: z.file() })
export type CsvFile = z.infer<typeof csvFile>
