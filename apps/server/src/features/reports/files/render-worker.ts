import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadMessage } from '../../../lib/make-in-thread.ts'
import type { RenderRequest } from './render-report.ts'
import { toCsv } from './to-csv.ts'
import { toPdf } from './to-pdf.ts'
import { toXlsx } from './to-xlsx.ts'

const renderers = { csv: toCsv, xlsx: toXlsx, pdf: toPdf }

const { document, format } = workerData as RenderRequest
const sendMessage = (it: ThreadMessage) => parentPort?.postMessage(it)
let reportedPercent = 0
const content = await renderers[format](document, percent => {
  if (percent < reportedPercent + 1) return
  reportedPercent = Math.floor(percent)
  sendMessage(reportedPercent)
})
sendMessage(new Uint8Array(content))
