import type { DownloadQueue } from '../jobs/download-queue.ts'

/**
 * Creates an in-memory download queue for tests that run no jobs. It only records the queued downloads; tests process them as
 * needed.
 */
export function createManualDownloadQueue(): DownloadQueue & {
  readonly orders: string[]
  readonly first: string[]
} {
  const orders: string[] = []
  const priorityOrders: string[] = []
  return {
    orders,
    /** The ids of prioritised downloads. */
    first: priorityOrders,
    async add(downloadId, _tx, priority = 0) {
      orders.push(downloadId)
      if (priority > 0) priorityOrders.push(downloadId)
    },
    onOrder() {},
  }
}
