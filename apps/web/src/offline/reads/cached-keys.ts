import type { QueryKey } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { maxReadAgeMs } from './reads-store.ts'

/** People need these in the field. Account administration, security, webhooks and tracked positions are never stored on a device. */
const cachedKeys: readonly QueryKey[] = [
  orpc.auth.me.key(),
  orpc.auth.settings.key(),
  orpc.consents.mine.key(),
  orpc.maps.base.key(),
  orpc.zones.mine.key(),
  orpc.zones.available.key(),
  orpc.zones.all.key(),
  orpc.zones.counts.key(),
  orpc.zones.get.key(),
  orpc.zones.shape.key(),
  orpc.zones.shapes.key(),
  orpc.presence.mine.key(),
  orpc.presence.panel.key(),
  orpc.presence.inside.key(),
  orpc.presence.insideZones.key(),
  orpc.presence.insideCounts.key(),
  orpc.presence.myDay.key(),
  orpc.presence.mySharing.key(),
  orpc.presence.trackingRequests.key(),
  orpc.dashboards.zoneStatistics.key(),
  orpc.hazards.key(),
  orpc.broadcasts.list.key(),
  orpc.broadcasts.get.key(),
  orpc.broadcasts.groups.key(),
  orpc.broadcasts.openQuestions.key(),
  orpc.broadcasts.ownCalls.key(),
  orpc.broadcasts.statistics.key(),
  orpc.captains.areas.key(),
  orpc.captains.list.key(),
  orpc.captains.open.key(),
  orpc.captains.sweeps.key(),
  orpc.captains.teams.key(),
  orpc.badges.inside.key(),
  orpc.emergencies.get.key(),
  orpc.emergencies.list.key(),
  orpc.emergencies.mine.key(),
  orpc.emergencies.people.key(),
  orpc.emergencies.points.key(),
  orpc.emergencyBoard.places.key(),
  orpc.emergencyPlans.list.key(),
  orpc.alerts.list.key(),
  orpc.alerts.counts.key(),
  orpc.groups.list.key(),
  orpc.groups.count.key(),
  orpc.groups.get.key(),
  orpc.groups.zoneOf.key(),
  orpc.groups.members.key(),
  orpc.groupMessages.list.key(),
  orpc.groupMessages.reads.key(),
  orpc.groupMessages.files.key(),
  orpc.documents.folders.key(),
  orpc.documents.allFolders.key(),
  orpc.documents.files.key(),
  orpc.documents.usage.key(),
  orpc.documents.countAll.key(),
  orpc.reports.zone.key(),
  orpc.reports.all.key(),
  orpc.reports.mine.key(),
  orpc.reports.calendar.key(),
]

const readPath = (key: QueryKey) => (Array.isArray(key[0]) ? (key[0] as string[]) : [])
const cachedPaths = cachedKeys.map(readPath)

export const isCached = (key: QueryKey): boolean => {
  const path = readPath(key)
  return cachedPaths.some(cachedPath => cachedPath.every((name, index) => name === path[index]))
}

const dayMs = 24 * 60 * 60 * 1_000

/**
 * Returns the maximum age in milliseconds of a stored response that is shown. The list of a captain in an emergency has what people
 * need to leave, which is for the emergency only: if the device has not heard of it for a day, it is probably over.
 */
export const maxShownAgeMs = (key: QueryKey): number =>
  readPath(key).join('.') === 'captains.open' ? dayMs : maxReadAgeMs

/** Leaves out what people need to leave: nothing tells a device that is switched off when the emergency is over. */
export function toStored(key: QueryKey, data: unknown): unknown {
  if (readPath(key).join('.') !== 'emergencies.people') return data
  type Page = { rows: { needs: string }[] }
  const strip = (page: Page) => ({ ...page, rows: page.rows.map(row => ({ ...row, needs: '' })) })
  const pages = (data as { pages?: Page[] }).pages
  return pages ? { ...(data as object), pages: pages.map(strip) } : strip(data as Page)
}

type Schema = { safeParse: (value: unknown) => { success: boolean } }

/** An older version of the app may have stored it. The contract is loaded only when stored data is about to be shown. */
export async function matchesContract(key: QueryKey, data: unknown): Promise<boolean> {
  const { contract } = await import('@muster/contract/contract.ts')
  let node: unknown = contract
  for (const name of readPath(key)) node = (node as Record<string, unknown> | undefined)?.[name]
  const schema = (node as { '~orpc'?: { outputSchema?: Schema } } | undefined)?.['~orpc']?.outputSchema
  if (!schema) return false
  const isPages = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
  const answers = isPages ? (data.pages as unknown[]) : [data]
  return answers.every(answer => schema.safeParse(answer).success)
}
