let asked = false

/** Asks the browser, once a page, not to clear away what waits or is kept here when the device is short of space. */
export async function askToPersist(): Promise<void> {
  if (asked || !navigator.storage?.persist) return
  asked = true
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // It stays as safe as the browser makes it.
  }
}
