type Worker = Pick<ServiceWorkerGlobalScope, 'clients' | 'skipWaiting'>

/**
 * Resolves to true if a page with the main script `entry` came with this version. If so, and no other page is open, activates this
 * version, because no page uses the files of the previous one.
 */
export async function answerOpenPage(
  worker: Worker,
  { entry, files }: { entry: string; files: readonly string[] },
): Promise<boolean> {
  const isOurs = files.includes(entry)
  if (isOurs) {
    const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (pages.length <= 1) await worker.skipWaiting()
  }
  return isOurs
}
