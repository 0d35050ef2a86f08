import { orpc } from '../lib/api.ts'

/**
 * Queries that the feed does not fully keep up to date, such as "last used". While the feed is down, their age counts from when
 * they were fetched.
 */
export const unfedQueryKeys = [
  orpc.accounts.key(),
  orpc.auth.devices.key(),
  orpc.emergencyBoard.positions.key(),
  orpc.captains.list.key(),
  orpc.captains.open.key(),
  orpc.imports.key(),
  orpc.organisations.get.key(),
  orpc.organisations.list.key(),
  orpc.organisations.people.key(),
  orpc.organisations.zones.key(),
  orpc.passkeys.key(),
  orpc.presence.dayOf.key(),
  orpc.presence.insideCounts.key(),
  orpc.presence.insideZones.key(),
  orpc.presence.myDay.key(),
  orpc.push.key(),
  orpc.reports.key(),
  orpc.reportMailing.key(),
  orpc.search.key(),
  orpc.security.key(),
  orpc.settings.kept.key(),
  orpc.settings.locationLooks.key(),
  orpc.settings.signIns.key(),
  orpc.trackers.key(),
  orpc.twoStep.key(),
  orpc.users.countInMyZones.key(),
  orpc.users.inMyZones.key(),
  orpc.webhooks.key(),
  orpc.zones.map.key(),
  orpc.zones.mapShapes.key(),
]
