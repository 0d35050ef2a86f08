const key = 'muster.map-missed'

/** True if this browser session already showed the message that the base map is unreachable. It is shown once in full. */
export const wasNotified = () => read() !== null
export function markNotified(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage the message shows on every page.
  }
}
/** After Retry the message may show again. */
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
