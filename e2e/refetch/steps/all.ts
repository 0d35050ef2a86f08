import {
  createKnownFields,
  createSampleInput,
  procedures,
} from '../../../apps/server/src/app/testing/procedures.ts'
import { cachedFeatures } from '../reads.ts'
import { readFeature } from '../selection.ts'
import type { Step } from '../step.ts'
import type { World } from '../world.ts'
import { accountSteps } from './account.ts'
import { administrationSteps } from './administration.ts'
import { badgeSteps } from './badges.ts'
import { broadcastSteps } from './broadcasts.ts'
import { documentSteps } from './documents.ts'
import { emergencySteps } from './emergencies.ts'
import { groupRemovalSteps, groupSteps } from './groups.ts'
import { hazardSteps } from './hazards.ts'
import { noticeSteps } from './notices.ts'
import { organisationSteps } from './organisations.ts'
import { presenceSteps } from './presence.ts'
import { shiftSteps } from './shifts.ts'
import { unseenMutations } from './unseen-mutations.ts'
import { userSteps } from './users.ts'
import { visitorSteps } from './visitors.ts'
import { zoneRemovalSteps, zoneSteps } from './zones.ts'

type Call = (input: unknown) => Promise<unknown>

/** Mutations of features without a screen, made by a manager with a sample of their input. Only screens of other features can change. */
const stepsWithoutScreen: Step[] = procedures
  .filter(
    ({ name, method }) =>
      method !== 'GET' && !cachedFeatures.has(readFeature(name)) && !(name in unseenMutations),
  )
  .map(procedure => ({
    name: procedure.name,
    act({ call, people, zone }: World) {
      const [feature = '', member = ''] = procedure.name.split('.')
      const client = call(people.otherManager) as unknown as Record<string, Record<string, Call>>
      const known = createKnownFields({ zoneId: zone.id, userId: people.worker.id })
      return (
        client[feature]?.[member]?.(createSampleInput(procedure, known)) ?? Promise.reject(procedure.name)
      )
    },
  }))

/** The order matters, because each step changes the test data for the next. */
export const steps: Readonly<Record<string, readonly Step[]>> = {
  hazards: hazardSteps,
  groups: groupSteps,
  documents: documentSteps,
  broadcasts: broadcastSteps,
  emergencies: emergencySteps,
  visitors: visitorSteps,
  badges: badgeSteps,
  notices: noticeSteps,
  shifts: shiftSteps,
  presence: presenceSteps,
  users: userSteps,
  zones: zoneSteps,
  organisations: organisationSteps,
  account: accountSteps,
  administration: administrationSteps,
  ...(stepsWithoutScreen.length > 0 && { 'without a screen': stepsWithoutScreen }),
  'what goes': [...groupRemovalSteps, ...zoneRemovalSteps],
}
