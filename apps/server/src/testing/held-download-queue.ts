import type { DownloadQueue } from '../jobs/download-queue.ts'

/** Keeps the orders of downloads in memory, where no jobs run: a test makes what it wants made. */
export function heldDownloadQueue(): DownloadQueue & { readonly orders: string[] } {
  const orders: string[] = []
  return {
    orders,
    async add(downloadId) {
      orders.push(downloadId)
    },
    onOrder() {},
  }
}
