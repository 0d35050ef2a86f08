/** Window event: clear the selected zone and the available zones. */
export const clearZoneSelection = 'clearZoneSelection'
/** Window event: somebody was added to a zone, so the effective role is recomputed. */
export const userAddedToZone = 'userAddedToZone'

export function dispatchClearZoneSelection() {
  window.dispatchEvent(new Event(clearZoneSelection))
}

export function dispatchUserAddedToZone() {
  window.dispatchEvent(new Event(userAddedToZone))
}
