import { accountsFeature } from '../features/accounts/accounts.feature.ts'
import { alertsFeature } from '../features/alerts/alerts.feature.ts'
import { authFeature } from '../features/auth/auth.feature.ts'
import { backupsFeature } from '../features/backups/backups.feature.ts'
import { badgesFeature } from '../features/badges/badges.feature.ts'
import { broadcastsFeature } from '../features/broadcasts/broadcasts.feature.ts'
import { consentsFeature } from '../features/consents/consents.feature.ts'
import { dashboardsFeature } from '../features/dashboards/dashboards.feature.ts'
import { documentsFeature } from '../features/documents/documents.feature.ts'
import { captainsFeature } from '../features/emergencies/captains/captains.feature.ts'
import { emergenciesFeature } from '../features/emergencies/emergencies.feature.ts'
import { filesFeature } from '../features/files/files.feature.ts'
import { groupsFeature } from '../features/groups/groups.feature.ts'
import { hazardsFeature } from '../features/hazards/hazards.feature.ts'
import { importsFeature } from '../features/imports/imports.feature.ts'
import { invitationsFeature } from '../features/invitations/invitations.feature.ts'
import { mapsFeature } from '../features/maps/maps.feature.ts'
import { metricsFeature } from '../features/metrics/metrics.feature.ts'
import { noticesFeature } from '../features/notices/notices.feature.ts'
import { organisationsFeature } from '../features/organisations/organisations.feature.ts'
import { presenceFeature } from '../features/presence/presence.feature.ts'
import { pushFeature } from '../features/push/push.feature.ts'
import { reportsFeature } from '../features/reports/reports.feature.ts'
import { searchFeature } from '../features/search/search.feature.ts'
import { securityFeature } from '../features/security/security.feature.ts'
import { settingsFeature } from '../features/settings/settings.feature.ts'
import { shiftsFeature } from '../features/shifts/shifts.feature.ts'
import { trackersFeature } from '../features/trackers/trackers.feature.ts'
import { usersFeature } from '../features/users/users.feature.ts'
import { visitorsFeature } from '../features/visitors/visitors.feature.ts'
import { webhooksFeature } from '../features/webhooks/webhooks.feature.ts'
import { zonesFeature } from '../features/zones/zones.feature.ts'
import type { Feature } from '../platform/feature.ts'

const features = [
  accountsFeature,
  alertsFeature,
  authFeature,
  backupsFeature,
  badgesFeature,
  broadcastsFeature,
  captainsFeature,
  consentsFeature,
  dashboardsFeature,
  documentsFeature,
  emergenciesFeature,
  filesFeature,
  groupsFeature,
  hazardsFeature,
  importsFeature,
  invitationsFeature,
  mapsFeature,
  metricsFeature,
  noticesFeature,
  organisationsFeature,
  presenceFeature,
  pushFeature,
  reportsFeature,
  searchFeature,
  settingsFeature,
  shiftsFeature,
  trackersFeature,
  usersFeature,
  visitorsFeature,
  webhooksFeature,
  zonesFeature,
  // Stops last, so that the log guard anchors everything the other features wrote until they stopped.
  securityFeature,
] as const

type RegisteredFeature = (typeof features)[number]
type FeatureValue<Key extends keyof Feature> = RegisteredFeature extends infer One
  ? One extends { readonly [K in Key]: infer Value }
    ? Value
    : never
  : never

/** Returns what the features register under a key. */
export const collectFromFeatures = <Key extends keyof Feature>(key: Key): readonly FeatureValue<Key>[] =>
  features.flatMap((feature: Feature) => feature[key] ?? []) as FeatureValue<Key>[]

type IntersectedParameter<Function> = [Function] extends [(taken: infer All) => unknown] ? All : never

/** The services needed by the functions registered under a key. */
export type ServicesFor<Key extends keyof Feature> = IntersectedParameter<FeatureValue<Key>>

type Intersection<Part> = IntersectedParameter<Part extends unknown ? (part: Part) => unknown : never>
export type MergedParts<Part> = { [Key in keyof Intersection<Part>]: Intersection<Part>[Key] }

/** Merges objects into one. Throws if two of them have different values for the same key. */
export function mergeParts<Part extends object>(sources: readonly Part[]): MergedParts<Part> {
  const entries = sources.flatMap(source => Object.entries(source))
  const merged = Object.fromEntries(entries)
  const [duplicateKey] = entries.find(([key, value]) => merged[key] !== value) ?? []
  if (duplicateKey) throw new Error(`Two features register ${duplicateKey}.`)
  return merged as MergedParts<Part>
}
