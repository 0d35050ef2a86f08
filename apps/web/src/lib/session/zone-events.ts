/** Window event that clears the selected zone and the available zones. */
export const clearZoneSelection = 'clearZoneSelection'
/** Window event sent when the person was added to a zone, so that the effective role is recomputed. */
export const userAddedToZone = 'userAddedToZone'

export function dispatchClearZoneSelection() {
  window.dispatchEvent(new Event(clearZoneSelection))
}

export function dispatchUserAddedToZone() {
  window.dispatchEvent(new Event(userAddedToZone))
}
