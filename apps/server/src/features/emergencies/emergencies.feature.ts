import type { FastifyInstance } from 'fastify'
import { registerFileDoor } from '../../doors/file-door.ts'
import { type WriteContext, write } from '../../live/write.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'
import type { WithContext } from '../../rpc/context.ts'
import { emergencyBoardProcedures } from './board/board.procedures.ts'
import { createDeclareProcedures } from './declare.procedures.ts'
import { announceDrills } from './drills/announce-drills.ts'
import { renewTimeZones } from './drills/set-drill-calendar.ts'
import { emergenciesEvents } from './emergencies.events.ts'
import { emergenciesOpenapi } from './emergencies.openapi.ts'
import { emergenciesPersonalData } from './emergencies.personal-data.ts'
import { createEmergenciesProcedures } from './emergencies.procedures.ts'
import { createEmergencyReportsProcedures } from './emergency-reports.procedures.ts'
import { endForgottenDrills } from './end-emergency.ts'
import { breakOffDrills, completeRolls, createPresenceFollower } from './follow-presence.ts'
import { emergencyHelpProcedures } from './help.procedures.ts'
import { clearHostsOfLeavers, clearHostsOnRolls, forgetHost } from './host-names.queries.ts'
import { clearLeavers, deleteOldLeavers, forgetLeaver } from './leavers.queries.ts'
import { noteLateArrivals } from './note-arrivals.ts'
import { emergencyPlansProcedures } from './plans/emergency-plans.procedures.ts'
import { sendReminders } from './plans/remind.ts'
import { createReminderTimer } from './plans/reminder-timer.ts'
import { endLostLinks } from './responders/end-lost-links.ts'
import { makeMissingDownload, missingDownload } from './responders/make-missing-file.ts'
import { respondersProcedures } from './responders/responders.procedures.ts'
import { clearOldRolls, deleteOldEmergencies, forgetOnRolls } from './roll.queries.ts'
import { zoneCaptainsProcedures, zoneUncountedProcedures } from './zone-people.procedures.ts'

type Parts = {
  readonly rolls: ReturnType<typeof createPresenceFollower>
  readonly reminders: ReturnType<typeof createReminderTimer>
}

export const emergenciesFeature = {
  procedures: (platform: Platform) => ({
    emergencies: {
      ...createEmergenciesProcedures(platform),
      ...createDeclareProcedures(platform),
      ...emergencyHelpProcedures,
    },
    zoneCaptains: zoneCaptainsProcedures,
    zoneUncounted: zoneUncountedProcedures,
    emergencyReports: createEmergencyReportsProcedures(platform),
    emergencyBoard: emergencyBoardProcedures,
    emergencyPlans: emergencyPlansProcedures(platform),
    responders: respondersProcedures(platform),
  }),
  events: emergenciesEvents,
  parts(platform: Platform): Parts {
    const rolls = createPresenceFollower(platform)
    platform.reader.subscribe(rolls.listener)
    const reminders = createReminderTimer(platform)
    platform.reader.subscribe(reminders.listener)
    return { rolls, reminders }
  },
  start({ rolls, reminders }: Parts) {
    rolls.start()
    reminders.start()
  },
  async stop({ rolls, reminders }: Parts) {
    await rolls.stop()
    await reminders.stop()
  },
  doors(app: FastifyInstance, services: Platform & WithContext) {
    registerFileDoor(app, services, {
      path: '/download/emergency',
      bodyLimit: 1024,
      input: missingDownload,
      make: ({ db, actor }, input) =>
        makeMissingDownload({ db, timeZone: services.env.TIME_ZONE }, actor, input),
    })
  },
  openapi: emergenciesOpenapi,
  jobs: (platform: Platform) => [
    {
      name: 'emergency-rolls',
      cron: '* * * * *',
      async run() {
        await platform.db.asOwner('a drill that nobody ended ends', tx => write(tx, endForgottenDrills))
        await breakOffDrills(platform)
        await completeRolls(platform)
      },
    },
    { name: 'emergency-late-arrivals', cron: '*/2 * * * *', run: () => noteLateArrivals(platform) },
    { name: 'emergency-reminders', cron: '* * * * *', run: () => sendReminders(platform) },
    { name: 'emergency-links', cron: '* * * * *', run: () => endLostLinks(platform) },
    {
      name: 'drills',
      cron: '23 * * * *',
      async run() {
        await renewTimeZones(platform, platform.env.TIME_ZONE)
        await announceDrills(platform)
      },
    },
  ],
  expired: {
    emergencies: deleteOldEmergencies,
    emergencyRolls: clearOldRolls,
    emergencyLeavers: deleteOldLeavers,
    emergencyLeaverNames: clearLeavers,
    emergencyHostsOnRolls: clearHostsOnRolls,
    emergencyHostsOfLeavers: clearHostsOfLeavers,
  },
  personalData: emergenciesPersonalData,
  async beforeAccountDeletion({ tx }: WriteContext, userId: string) {
    await forgetOnRolls(tx, userId)
    await forgetLeaver(tx, userId)
    await forgetHost(tx, userId)
  },
} satisfies Feature
