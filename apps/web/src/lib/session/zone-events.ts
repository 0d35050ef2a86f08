/** Window event that clears the selected zone and the available zones. */
export const clearZoneSelectionEvent = 'clearZoneSelection'
/** Window event sent when the person was added to a zone, so that the effective role is recomputed. */
export const userAddedToZoneEvent = 'userAddedToZone'

export function dispatchClearZoneSelection() {
  window.dispatchEvent(new Event(clearZoneSelectionEvent))
}

export function dispatchUserAddedToZone() {
  window.dispatchEvent(new Event(userAddedToZoneEvent))
}
