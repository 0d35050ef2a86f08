/** Set after the first count was read. */
let unreadAlerts: number | undefined
let deskCount: number | undefined

/** Only the icon of an installed app has a badge. */
function updateBadge(): void {
  const count = deskCount ?? unreadAlerts
  if (count === undefined || !('setAppBadge' in navigator)) return
  const update = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  update.catch(() => undefined)
}

/** The number on the app's icon: unread alerts or, while a desk watches an emergency, the people who are not accounted for. */
export const appBadge = {
  setUnreadAlerts(count: number): void {
    unreadAlerts = count
    updateBadge()
  },
  /** Undefined once nobody watches any more. */
  setDeskCount(count: number | undefined): void {
    deskCount = count
    updateBadge()
  },
}
