type Worker = Pick<ServiceWorkerGlobalScope, 'clients' | 'skipWaiting'>

/** If the page came with this version and no other is open, activates it: nobody uses the files of the previous one. */
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
