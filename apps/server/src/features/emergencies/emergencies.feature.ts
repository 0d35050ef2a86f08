import { type WriteContext, write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import { callNewcomers, createNewcomerFollower } from './add-newcomers.ts'
import { emergenciesEvents } from './emergencies.events.ts'
import { emergenciesPersonalData } from './emergencies.personal-data.ts'
import { emergenciesProcedures } from './emergencies.procedures.ts'
import { clearOldRolls, deleteOldEmergencies, forgetOnRolls } from './roll.queries.ts'

type Parts = { readonly newcomers: ReturnType<typeof createNewcomerFollower> }

export const emergenciesFeature = {
  procedures: () => ({ emergencies: emergenciesProcedures }),
  events: emergenciesEvents,
  parts(platform: Platform): Parts {
    const newcomers = createNewcomerFollower(platform)
    platform.reader.subscribe(newcomers.listener)
    return { newcomers }
  },
  stop: ({ newcomers }: Parts) => newcomers.stop(),
  jobs: ({ db }: Platform) => [
    {
      name: 'emergency-newcomers',
      cron: '* * * * *',
      run: () => db.asOwner('everybody inside is called', tx => write(tx, its => callNewcomers(its))),
    },
  ],
  expired: { emergencies: deleteOldEmergencies, emergencyRolls: clearOldRolls },
  personalData: emergenciesPersonalData,
  async beforeAccountDeletion({ tx }: WriteContext, userId: string) {
    await forgetOnRolls(tx, userId)
  },
} satisfies Feature
