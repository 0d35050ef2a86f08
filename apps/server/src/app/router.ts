import { accountsProcedures } from '../features/accounts/accounts.procedures.ts'
import { alertsProcedures } from '../features/alerts/alerts.procedures.ts'
import { authProcedures } from '../features/auth/auth.procedures.ts'
import type { Auth } from '../features/auth/auth.ts'
import { emailChangesProcedures } from '../features/auth/email-change/email-changes.procedures.ts'
import { passkeysProcedures } from '../features/auth/passkeys/passkeys.procedures.ts'
import { broadcastsProcedures } from '../features/broadcasts/broadcasts.procedures.ts'
import { consentProcedures } from '../features/consents/consents.procedures.ts'
import { dashboardsProcedures } from '../features/dashboards/dashboards.procedures.ts'
import { documentsProcedures } from '../features/documents/documents.procedures.ts'
import { groupsProcedures } from '../features/groups/groups.procedures.ts'
import { messagesProcedures } from '../features/groups/messages.procedures.ts'
import { hazardsProcedures } from '../features/hazards/hazards.procedures.ts'
import type { MapFetcher } from '../features/maps/map-fetcher.ts'
import { mapsProcedures } from '../features/maps/maps.procedures.ts'
import { organisationsProcedures } from '../features/organisations/organisations.procedures.ts'
import { zoneRequestsProcedures } from '../features/organisations/zone-requests.procedures.ts'
import { presenceProcedures } from '../features/presence/presence.procedures.ts'
import type { Presence } from '../features/presence/presence.ts'
import { pushProcedures } from '../features/push/push.procedures.ts'
import { reportMailingProcedures } from '../features/reports/mailing/report-mailing.procedures.ts'
import { reportsProcedures } from '../features/reports/reports.procedures.ts'
import { reportRunsProcedures } from '../features/reports/runs/report-runs.procedures.ts'
import { retentionProcedures } from '../features/retention/retention.procedures.ts'
import type { LogGuard } from '../features/security/guard-log.ts'
import { securityProcedures } from '../features/security/security.procedures.ts'
import { settingsProcedures } from '../features/settings/settings.procedures.ts'
import { shiftsProcedures } from '../features/shifts/shifts.procedures.ts'
import { trackersProcedures } from '../features/trackers/trackers.procedures.ts'
import { twoStepProcedures } from '../features/two-step/two-step.procedures.ts'
import { usersProcedures } from '../features/users/users.procedures.ts'
import { zonePermissionsProcedures } from '../features/users/zone-permissions.procedures.ts'
import { webhooksProcedures } from '../features/webhooks/webhooks.procedures.ts'
import { zoneTools } from '../features/zones/zone-tools.ts'
import { zonesProcedures } from '../features/zones/zones.procedures.ts'
import type { FeedHub } from '../live/hub.ts'
import type { Platform } from '../platform/platform.ts'
import { accessOf } from '../rpc/access.ts'
import { api } from '../rpc/base.ts'
import type { Caches } from './caches.ts'

type Shared = {
  readonly auth: Auth
  readonly presence: Presence
  readonly mapFetcher: MapFetcher
  readonly logGuard: LogGuard
  readonly hub: FeedHub
}

/** The contract answered: every feature's procedures. Throws when one does not say who may call it. */
export function createRouter(
  platform: Platform & { readonly caches: Caches },
  { auth, presence, mapFetcher, logGuard, hub }: Shared,
) {
  const features = {
    accounts: accountsProcedures(platform),
    auth: authProcedures(platform, auth),
    passkeys: passkeysProcedures(platform, auth),
    emailChanges: emailChangesProcedures(platform, auth),
    twoStep: twoStepProcedures(platform, auth),
    zones: zonesProcedures(zoneTools(platform)),
    organisations: organisationsProcedures(platform),
    zoneRequests: zoneRequestsProcedures(platform),
    users: usersProcedures(platform),
    zonePermissions: zonePermissionsProcedures,
    presence: presenceProcedures(presence),
    shifts: shiftsProcedures(platform),
    hazards: hazardsProcedures(platform),
    broadcasts: broadcastsProcedures,
    groups: groupsProcedures,
    documents: documentsProcedures(platform),
    groupMessages: messagesProcedures(platform),
    alerts: alertsProcedures(platform),
    reports: reportsProcedures(platform),
    trackers: trackersProcedures(platform),
    push: pushProcedures(platform),
    maps: mapsProcedures(platform, mapFetcher),
    webhooks: webhooksProcedures(platform),
    settings: settingsProcedures(platform, auth),
    consents: consentProcedures(platform),
    security: { ...securityProcedures(platform, logGuard), ...retentionProcedures },
    dashboards: dashboardsProcedures(platform, hub),
    reportRuns: reportRunsProcedures(platform),
    reportMailing: reportMailingProcedures(platform),
  }
  requireDeclared(features)
  return api.router(features)
}

type Features = Readonly<Record<string, Readonly<Record<string, Parameters<typeof accessOf>[0]>>>>

/** Throws when a procedure does not declare, once, who may call it: it would be open to everybody. */
export function requireDeclared(features: Features): void {
  for (const [feature, procedures] of Object.entries(features))
    for (const [name, procedure] of Object.entries(procedures))
      if (!accessOf(procedure)) throw new Error(`${feature}.${name} does not declare who may call it.`)
}

export type Router = ReturnType<typeof createRouter>
