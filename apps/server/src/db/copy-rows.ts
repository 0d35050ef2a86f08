import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** A packet of COPY data to read, and the size (bytes) at which rows are passed on together. */
type CopyData = { readonly chunk: Buffer }
const BATCH_BYTES = 256 * 1024

/** The parts of pg's connection that such a query uses. */
type Connection = {
  readonly stream: NodeJS.ReadWriteStream & { readonly writableNeedDrain?: boolean; destroy(): void }
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/** Each chunk has whole rows. A reader that stops early ends the connection, because nothing else ends a COPY. */
export function copyOut(client: pg.ClientBase, sql: string): Readable {
  let connection: Connection | undefined
  let isDone = false
  let rows: Buffer[] = []
  let bytes = 0
  const stream = new Readable({
    highWaterMark: 4 * BATCH_BYTES,
    read: () => connection?.stream.resume(),
    destroy(error, callback) {
      if (!isDone) connection?.stream.destroy()
      callback(error)
    },
  })
  const pass = () => {
    const hasRoom = bytes === 0 || stream.push(Buffer.concat(rows))
    rows = []
    bytes = 0
    return hasRoom
  }
  submit(client, {
    submit(it) {
      connection = it
      it.query(sql)
    },
    handleCopyData({ chunk }) {
      // The library reuses the memory of a packet.
      rows.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes >= BATCH_BYTES && !pass()) connection?.stream.pause()
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery() {
      isDone = true
      pass()
      stream.push(null)
    },
    handleError(error) {
      isDone = true
      stream.destroy(error)
    },
  })
  return stream
}

/** Runs a `copy … from stdin` with the data of `chunks`, at the server's speed. Rejects if the server or the source fails. */
export async function copyIn(
  client: pg.ClientBase,
  sql: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const end = Promise.withResolvers<void>()
  let isFailed = false
  let sourceError: unknown
  const send = async (connection: Connection) => {
    try {
      for await (const chunk of chunks) {
        if (isFailed) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain)
          await Promise.race([once(connection.stream, 'drain'), end.promise])
      }
      connection.endCopyFrom()
    } catch (error) {
      if (isFailed) return
      sourceError = error
      connection.sendCopyFail('the source failed')
    }
  }
  submit(client, {
    submit: connection => connection.query(sql),
    handleCopyInResponse: connection => void send(connection),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => end.resolve(),
    handleError(error) {
      isFailed = true
      end.reject(sourceError ?? error)
    },
  })
  await end.promise
}

/** A query that handles the server's messages itself, with the methods that pg's client calls. */
type Submittable = {
  submit(connection: Connection): void
  handleCopyData?(message: CopyData): void
  handleCopyInResponse?(connection: Connection): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

const submit = (client: pg.ClientBase, query: Submittable) =>
  client.query(query as unknown as Parameters<typeof client.query>[0])
