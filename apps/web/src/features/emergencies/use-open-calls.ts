import type { Emergency } from '@muster/contract/emergencies.ts'
import { useOpenEmergencies } from './use-open-emergencies.ts'

/**
 * Returns the real emergencies that are open in one of these zones, whose board the user may see; without zones, all of them. A drill is
 * none, because it never keeps anybody from calling people.
 */
export const useOpenCalls = (zoneIds: readonly string[]): readonly Emergency[] =>
  useOpenEmergencies().filter(
    ({ drill, scope, zoneIds: called = [] }) =>
      !drill && (scope === 'all' || zoneIds.length === 0 || called.some(it => zoneIds.includes(it))),
  )
