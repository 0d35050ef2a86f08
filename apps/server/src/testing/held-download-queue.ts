import type { DownloadQueue } from '../jobs/download-queue.ts'

/** Keeps the orders of downloads in memory, where no jobs run: a test makes what it wants made. */
export function heldDownloadQueue(): DownloadQueue & { readonly orders: string[]; readonly first: string[] } {
  const orders: string[] = []
  const first: string[] = []
  return {
    orders,
    /** Those that are made before the others. */
    first,
    async add(downloadId, _tx, priority = 0) {
      orders.push(downloadId)
      if (priority > 0) first.push(downloadId)
    },
    onOrder() {},
  }
}
