import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadMessage, ThreadOrder } from './make-in-thread.ts'

const { module, name, input } = workerData as ThreadOrder
const post = (message: ThreadMessage) => parentPort?.postMessage(message)
const { [name]: makeFile } = await import(module)
let posted = 0
const content: Uint8Array = await makeFile(input, (percent: number) => {
  if (percent < posted + 1) return
  posted = Math.floor(percent)
  post(posted)
})
post(new Uint8Array(content))
