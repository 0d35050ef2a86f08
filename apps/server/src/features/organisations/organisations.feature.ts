import type { ChangesCaches } from '../../live/event-rules.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { organisationsEvents } from './organisations.events.ts'
import { organisationsPersonalData } from './organisations.personal-data.ts'
import { organisationsProcedures } from './organisations.procedures.ts'
import { zoneRequestsProcedures } from './zone-requests.procedures.ts'

export const organisationsFeature = {
  procedures: (platform: Platform & ChangesCaches<'zones' | 'actorZones'>) => ({
    organisations: organisationsProcedures(platform),
    zoneRequests: zoneRequestsProcedures(platform),
  }),
  events: organisationsEvents,
  personalData: organisationsPersonalData,
} satisfies Feature
