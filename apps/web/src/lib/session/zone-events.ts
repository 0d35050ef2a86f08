/** Window event: forget the selected zone and the available zones. */
export const clearZoneSelection = 'clearZoneSelection'
/** Window event: somebody was added to a zone; the effective role is computed anew. */
export const userAddedToZone = 'userAddedToZone'

export function dispatchClearZoneSelection() {
  window.dispatchEvent(new Event(clearZoneSelection))
}

export function dispatchUserAddedToZone() {
  window.dispatchEvent(new Event(userAddedToZone))
}
