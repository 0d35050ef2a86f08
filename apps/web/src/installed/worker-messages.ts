/** The messages from a page to the service worker. The name `SYNC_DATA` comes from the specification. */
export type WorkerMessage =
  /** The network is back, so queued entries must be sent. */
  | { type: 'SYNC_DATA' }
  /** The person wants the new version, which must take control of the pages. */
  | { type: 'TAKE_OVER' }
  /**
   * A page with this main script is open. The worker replies through the port whether the page came with the worker's version. If
   * it did, and no other page is open, the worker takes control.
   */
  | { type: 'IS_OPEN'; entry: string }

const messageTypes: readonly string[] = [
  'SYNC_DATA',
  'TAKE_OVER',
  'IS_OPEN',
] satisfies WorkerMessage['type'][]

/** Parses a message; returns undefined for anything else that a page sends. */
export function parseWorkerMessage(data: unknown): WorkerMessage | undefined {
  const type = typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
  return typeof type === 'string' && messageTypes.includes(type) ? (data as WorkerMessage) : undefined
}

/** The message with which the service worker asks the pages to send the queued entries. */
export const sendWaitingMessage = 'SEND_WAITING'
