import { write } from '../../../live/write.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Platform } from '../../../platform/platform.ts'
import { withoutOutages } from '../../../rpc/unexpected.ts'
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
  jobs: ({ db, log }: Platform) => [
    {
      name: 'emergency-teams',
      cron: '* * * * *',
      async run() {
        const reason = 'rounds of teams end by the clock'
        for (const { id } of await db.asOwner(reason, tx => listTeamsToCheck(tx, undefined, MAX_TEAMS)))
          try {
            await db.asOwner(reason, tx => write(tx, context => checkTeam(context, id)))
          } catch (error) {
            withoutOutages(log).warn(
              { err: error, teamId: id },
              'Emergencies: a team could not be checked yet',
            )
          }
      },
    },
  ],
  personalData: captainsPersonalData,
} satisfies Feature
