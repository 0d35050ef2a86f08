import { accountsProcedures } from '../features/accounts/accounts.procedures.ts'
import { authProcedures } from '../features/auth/auth.procedures.ts'
import { emailChangesProcedures } from '../features/auth/email-change/email-changes.procedures.ts'
import { passkeysProcedures } from '../features/auth/passkeys/passkeys.procedures.ts'
import { consentProcedures } from '../features/consents/consents.procedures.ts'
import { dashboardsProcedures } from '../features/dashboards/dashboards.procedures.ts'
import { mapsProcedures } from '../features/maps/maps.procedures.ts'
import { presenceProcedures } from '../features/presence/presence.procedures.ts'
import { retentionProcedures } from '../features/retention/retention.procedures.ts'
import { securityProcedures } from '../features/security/security.procedures.ts'
import { settingsProcedures } from '../features/settings/settings.procedures.ts'
import { trackersProcedures } from '../features/trackers/trackers.procedures.ts'
import { twoStepProcedures } from '../features/two-step/two-step.procedures.ts'
import { usersProcedures } from '../features/users/users.procedures.ts'
import { webhooksProcedures } from '../features/webhooks/webhooks.procedures.ts'
import { zonesProcedures } from '../features/zones/zones.procedures.ts'
import { accessOf } from '../rpc/access.ts'
import { api } from '../rpc/base.ts'

type Deps = {
  readonly accounts: Parameters<typeof accountsProcedures>[0]
  readonly auth: Parameters<typeof authProcedures>[0]
  readonly passkeys: Parameters<typeof passkeysProcedures>[0]
  readonly twoStep: Parameters<typeof twoStepProcedures>[0]
  readonly settings: Parameters<typeof settingsProcedures>[0]
  readonly emailChanges: Parameters<typeof emailChangesProcedures>[0]
  readonly consents: Parameters<typeof consentProcedures>[0]
  readonly zones: Parameters<typeof zonesProcedures>[0]
  readonly users: Parameters<typeof usersProcedures>[0]
  readonly security: Parameters<typeof securityProcedures>[0]
  readonly presence: Parameters<typeof presenceProcedures>[0]
  readonly maps: Parameters<typeof mapsProcedures>[0]
  readonly trackers: Parameters<typeof trackersProcedures>[0]
  readonly dashboards: Parameters<typeof dashboardsProcedures>[0]
  readonly webhooks: Parameters<typeof webhooksProcedures>[0]
}

/** The contract answered: every feature's procedures. Throws when one does not say who may call it. */
export function createRouter(deps: Deps) {
  const features = {
    accounts: accountsProcedures(deps.accounts),
    auth: authProcedures(deps.auth),
    passkeys: passkeysProcedures(deps.passkeys),
    emailChanges: emailChangesProcedures(deps.emailChanges),
    twoStep: twoStepProcedures(deps.twoStep),
    zones: zonesProcedures(deps.zones),
    users: usersProcedures(deps.users),
    presence: presenceProcedures(deps.presence),
    trackers: trackersProcedures(deps.trackers),
    maps: mapsProcedures(deps.maps),
    webhooks: webhooksProcedures(deps.webhooks),
    settings: settingsProcedures(deps.settings),
    consents: consentProcedures(deps.consents),
    security: { ...securityProcedures(deps.security), ...retentionProcedures },
    dashboards: dashboardsProcedures(deps.dashboards),
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
