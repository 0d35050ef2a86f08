import type { DownloadQueue } from '../jobs/download-queue.ts'

/** Collects orders of downloads in memory where no job runner exists; a test runs those it needs. */
export function heldDownloadQueue(): DownloadQueue & { readonly orders: string[]; readonly first: string[] } {
  const orders: string[] = []
  const first: string[] = []
  return {
    orders,
    /** Orders with priority over the others. */
    first,
    async add(downloadId, _tx, priority = 0) {
      orders.push(downloadId)
      if (priority > 0) first.push(downloadId)
    },
    onOrder() {},
  }
}
