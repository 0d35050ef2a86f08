const key = 'muster.map-missed'

/** True if this browser session has already shown the full message that the base map is unreachable, which is shown only once. */
export const wasNotified = () => read() !== null
export function markNotified(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage the message is shown on every page.
  }
}
/** Allows the message to be shown again after Retry. */
export function forgetNotified(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was saved.
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
