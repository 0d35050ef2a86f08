import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadMessage } from '../../../lib/make-in-thread.ts'
import type { RollDocument } from './roll-document.ts'
import { toRollPdf } from './roll-pdf.ts'

const post = (it: ThreadMessage) => parentPort?.postMessage(it)
post(new Uint8Array(await toRollPdf(workerData as RollDocument, post)))
