let isRequested = false

/** Asks the browser, once per page, not to evict stored data when the device runs out of space. */
export async function requestPersistence(): Promise<void> {
  if (isRequested || !navigator.storage?.persist) return
  isRequested = true
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Without permission, the browser's default applies.
  }
}
