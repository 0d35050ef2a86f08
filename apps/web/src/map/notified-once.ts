const storageKey = 'muster.map-missed'

/** True if this browser session has already shown the full message that the base map is unreachable, which is shown only once. */
export const wasNotified = () => readStored() !== null
export function markNotified(): void {
  try {
    sessionStorage.setItem(storageKey, '1')
  } catch {
    // Without storage the message is shown on every page.
  }
}
/** Allows the message to be shown again after Retry. */
export function forgetNotified(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage nothing was saved.
  }
}

function readStored(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}
