import { parentPort, workerData } from 'node:worker_threads'
import type { RenderOrder } from './render-report.ts'
import { toCsv } from './to-csv.ts'
import { toPdf } from './to-pdf.ts'
import { toXlsx } from './to-xlsx.ts'

const renderers = { csv: toCsv, xlsx: toXlsx, pdf: toPdf }

const { document, format } = workerData as RenderOrder
parentPort?.postMessage(new Uint8Array(await renderers[format](document)))
