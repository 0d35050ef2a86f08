import { authProcedures } from '../features/auth/auth.procedures.ts'
import { presenceProcedures } from '../features/presence/presence.procedures.ts'
import { securityProcedures } from '../features/security/security.procedures.ts'
import { settingsProcedures } from '../features/settings/settings.procedures.ts'
import { usersProcedures } from '../features/users/users.procedures.ts'
import { zonesProcedures } from '../features/zones/zones.procedures.ts'
import { api } from '../rpc/base.ts'

type Deps = {
  readonly auth: Parameters<typeof authProcedures>[0]
  readonly settings: Parameters<typeof settingsProcedures>[0]
  readonly zones: Parameters<typeof zonesProcedures>[0]
  readonly security: Parameters<typeof securityProcedures>[0]
  readonly presence: Parameters<typeof presenceProcedures>[0]
}

/** The contract answered: every feature's procedures. */
export function createRouter(deps: Deps) {
  return api.router({
    auth: authProcedures(deps.auth),
    zones: zonesProcedures(deps.zones),
    users: usersProcedures(),
    presence: presenceProcedures(deps.presence),
    settings: settingsProcedures(deps.settings),
    security: securityProcedures(deps.security),
  })
}

export type Router = ReturnType<typeof createRouter>
