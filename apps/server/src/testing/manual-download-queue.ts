import type { DownloadQueue } from '../jobs/download-queue.ts'

/** Creates a download queue that keeps its orders in memory, for tests without jobs; a test carries them out as needed. */
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
