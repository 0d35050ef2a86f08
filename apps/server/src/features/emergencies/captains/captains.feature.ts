import type { Feature } from '../../../platform/feature.ts'
import type { Platform } from '../../../platform/platform.ts'
import { runForEach } from '../run-for-each.ts'
import { captainsEvents } from './captains.events.ts'
import { captainsPersonalData } from './captains.personal-data.ts'
import { createCaptainsProcedures } from './captains.procedures.ts'
import { checkTeam } from './team-rounds.ts'
import { listTeamsToCheck } from './teams.queries.ts'

/** Maximum teams checked in a minute. */
const MAX_TEAMS = 1_000

export const captainsFeature = {
  procedures: (platform: Platform) => ({ captains: createCaptainsProcedures(platform) }),
  events: captainsEvents,
  jobs: (platform: Platform) => [
    {
      name: 'emergency-teams',
      cron: '* * * * *',
      run: () =>
        runForEach(platform, {
          reason: 'rounds of teams end by the clock',
          list: tx => listTeamsToCheck(tx, undefined, MAX_TEAMS),
          run: checkTeam,
          failure: 'Emergencies: a team could not be checked yet',
        }),
    },
  ],
  personalData: captainsPersonalData,
} satisfies Feature
