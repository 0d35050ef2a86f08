import type { CsvFile } from '@muster/contract/csv-file.ts'

/** Reads the CSV that a call sends as a file. */
export async function readCsvFile(call: Promise<CsvFile>) {
  const { headers, body } = await call
  return { fileName: body.name, csv: await body.text(), rows: Number(headers['muster-rows']) }
}
