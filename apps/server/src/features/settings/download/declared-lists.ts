import type { PersonalList } from '../../../platform/personal-list.ts'
import { alertsPersonalData } from '../../alerts/index.ts'
import { authPersonalData } from '../../auth/index.ts'
import { broadcastsPersonalData } from '../../broadcasts/index.ts'
import { consentsPersonalData } from '../../consents/index.ts'
import { documentsPersonalData } from '../../documents/index.ts'
import { filesPersonalData } from '../../files/index.ts'
import { groupsPersonalData } from '../../groups/index.ts'
import { hazardsPersonalData } from '../../hazards/index.ts'
import { organisationsPersonalData } from '../../organisations/index.ts'
import { presencePersonalData } from '../../presence/index.ts'
import { pushPersonalData } from '../../push/index.ts'
import { reportsPersonalData } from '../../reports/index.ts'
import { securityPersonalData } from '../../security/index.ts'
import { shiftsPersonalData } from '../../shifts/index.ts'
import { trackersPersonalData } from '../../trackers/index.ts'
import { twoStepPersonalData } from '../../two-step/index.ts'
import { usersPersonalData } from '../../users/index.ts'
import { zonesPersonalData } from '../../zones/index.ts'
import { settingsPersonalData } from '../settings.personal-data.ts'

/** The lists of all features. */
export const declaredLists: readonly PersonalList[] = [
  ...alertsPersonalData,
  ...authPersonalData,
  ...broadcastsPersonalData,
  ...consentsPersonalData,
  ...documentsPersonalData,
  ...filesPersonalData,
  ...groupsPersonalData,
  ...hazardsPersonalData,
  ...organisationsPersonalData,
  ...presencePersonalData,
  ...pushPersonalData,
  ...reportsPersonalData,
  ...securityPersonalData,
  ...shiftsPersonalData,
  ...trackersPersonalData,
  ...twoStepPersonalData,
  ...usersPersonalData,
  ...zonesPersonalData,
  ...settingsPersonalData,
]
