import { t } from '@lingui/core/macro'
import type { CsvFile } from '@muster/contract/csv-file.ts'
import { exportRowsHeader } from '@muster/contract/presence-exports.ts'
import { downloadBlob } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { useAct } from './use-act.ts'

type Options<Input> = {
  call: (input: Input) => Promise<CsvFile>
  /** The text of the toast on success. */
  done: (file: { rows: number; fileName: string }) => string
  /** The text of the toast on failure, if the server sends none. */
  failed: string
}

/** Downloads a CSV that the server makes. */
export const useCsvDownload = <Input = void>({ call, done, failed }: Options<Input>) =>
  useAct({
    call,
    onDone: saveCsv,
    done: file => [t`Download ready`, done({ rows: countRows(file), fileName: file.body.name })],
    failed: error => [t`Download failed`, errorText(error, failed)],
  })

export const saveCsv = ({ body }: CsvFile) => downloadBlob(body.name, body)

/** The number of rows that match, of which the file may have fewer. */
export const countRows = ({ headers }: CsvFile) => Number(headers[exportRowsHeader])

/** Exports selected people in as many requests as needed, and joins the files below one header. */
export async function exportSelected(
  userIds: readonly string[],
  maxPerRequest: number,
  exportPart: (userIds: string[]) => Promise<CsvFile>,
): Promise<CsvFile> {
  const parts: CsvFile[] = []
  for (let start = 0; start < userIds.length; start += maxPerRequest)
    parts.push(await exportPart(userIds.slice(start, start + maxPerRequest)))
  const [first, ...others] = parts
  if (!first) throw new Error('Nobody is selected')
  const texts = await Promise.all(others.map(({ body }) => body.text()))
  const lines = texts.map(text => text.slice(text.indexOf('\n') + 1))
  const rows = parts.reduce((sum, part) => sum + countRows(part), 0)
  return {
    headers: { [exportRowsHeader]: String(rows) },
    body: new File([first.body, ...lines], first.body.name, { type: first.body.type }),
  }
}
