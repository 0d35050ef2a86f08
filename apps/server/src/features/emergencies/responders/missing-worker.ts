import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadMessage } from '../../../lib/make-in-thread.ts'
import type { MissingDocument } from './missing-document.ts'
import { toMissingPdf } from './missing-pdf.ts'

const post = (it: ThreadMessage) => parentPort?.postMessage(it)
post(new Uint8Array(await toMissingPdf(workerData as MissingDocument, post)))
