import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'
import type { ThreadMessage } from '../../../lib/make-in-thread.ts'
import type { Sheet } from './sheet.ts'

const { rows, ...sheetOptions } = workerData as Sheet
// Every cell is typed as text or number, so that none is evaluated as a formula.
const cells = rows.map((row, n) =>
  row.map(value => {
    if (value === null) return null
    const cell = typeof value === 'number' ? { value, type: Number } : { value, type: String }
    return n === 0 ? { ...cell, fontWeight: 'bold' as const } : cell
  }),
)
const content: ThreadMessage = new Uint8Array(
  await writeExcelFile(cells, { ...sheetOptions, stickyRowsCount: 1 }).toBuffer(),
)
parentPort?.postMessage(content)
