import type { Emergency } from '@muster/contract/emergencies.ts'
import { useOpenEmergencies } from './use-open-emergencies.ts'

/** Real emergencies only: a drill never keeps anybody from calling people. Without zones, all of them. */
export const useOpenCalls = (zoneIds: readonly string[]): readonly Emergency[] =>
  useOpenEmergencies().filter(
    ({ drill, scope, zoneIds: called = [] }) =>
      !drill && (scope === 'all' || zoneIds.length === 0 || called.some(it => zoneIds.includes(it))),
  )
