/** What a page says to the service worker. The type of the first is the specification's. */
export type WorkerMessage =
  /** The network is back: what waits is to be sent. */
  | { type: 'SYNC_DATA' }
  /** The person wants the new version: it takes over from the one before it. */
  | { type: 'TAKE_OVER' }
  /**
   * A page is open whose first script this is. The answer, by the port: whether it came with this version, which takes over where that
   * page is the only one.
   */
  | { type: 'IS_OPEN'; entry: string }

const types: readonly string[] = ['SYNC_DATA', 'TAKE_OVER', 'IS_OPEN'] satisfies WorkerMessage['type'][]

/** The message, or undefined for whatever else a page sends. */
export function workerMessage(data: unknown): WorkerMessage | undefined {
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
  return typeof type === 'string' && types.includes(type) ? (data as WorkerMessage) : undefined
}

/** What the service worker says to the pages: send what waits. */
export const sendWaitingMessage = 'SEND_WAITING'
