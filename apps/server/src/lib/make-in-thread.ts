import { Worker } from 'node:worker_threads'

/** Messages from the script: progress from 0 to 100, and finally the file. */
export type ThreadMessage = number | Uint8Array

/** Keeps the node responsive; returns the file that the script posts. Ends the thread and rejects if `signal` aborts. */
export async function makeInThread(
  script: URL,
  workerData: unknown,
  signal?: AbortSignal,
  onProgress?: (percent: number) => void,
): Promise<Buffer> {
  signal?.throwIfAborted()
  const worker = new Worker(script, { workerData })
  const stop = () => void worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const content = await new Promise<Uint8Array>((resolve, reject) => {
      worker.on('message', (it: ThreadMessage) => (typeof it === 'number' ? onProgress?.(it) : resolve(it)))
      worker.once('error', reject)
      worker.once('exit', () => reject(signal?.reason ?? new Error('The file was not made')))
    })
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
