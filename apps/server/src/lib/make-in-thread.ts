import { Worker } from 'node:worker_threads'

/** A function that makes a file. It reports its progress from 0 to 100. */
// biome-ignore lint/suspicious/noExplicitAny: the input is the parameter of any such function.
type MakeFile = (input: any, onProgress: (percent: number) => void) => Promise<Uint8Array>

/** What the thread calls: the function that a module exports under a name, with a cloned input. */
export type ThreadOrder = { readonly module: string; readonly name: string; readonly input: unknown }
/** Messages from the thread: whole percents, and finally the file. */
export type ThreadMessage = number | Uint8Array

/** Keeps the node responsive. Ends the thread and rejects if `signal` aborts. */
export async function makeInThread<Make extends MakeFile>(
  module: URL,
  name: string,
  input: Parameters<Make>[0],
  signal?: AbortSignal,
  onProgress?: (percent: number) => void,
): Promise<Buffer> {
  signal?.throwIfAborted()
  const workerData: ThreadOrder = { module: module.href, name, input }
  const worker = new Worker(new URL('./file-thread.ts', import.meta.url), { workerData })
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
