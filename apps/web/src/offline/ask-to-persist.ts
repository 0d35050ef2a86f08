let asked = false

/** Requests once per page that the browser does not evict stored data when the device runs out of space. */
export async function askToPersist(): Promise<void> {
  if (asked || !navigator.storage?.persist) return
  asked = true
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Without permission, the browser's default applies.
  }
}
