import { limits } from '@muster/domain/limits.ts'
import type { Platform } from '../../../platform/platform.ts'
import { toActionTime } from '../../../rpc/act-time.ts'
import { api, canSee, inZone, inZoneOf, signedIn } from '../../../rpc/base.ts'
import { audit } from '../../security/index.ts'
import { publishProgress } from '../emergencies.events.ts'
import { ofEmergency, ofManagedEmergency } from '../emergencies.policy.ts'
import { noteCaptainList, noteCaptainViews } from '../note-views.ts'
import { captainsEvents } from './captains.events.ts'
import { ofTeam } from './captains.policy.ts'
import { listOpenWithPerson, readNote, writeNote } from './notes.queries.ts'
import { readCaptainEmergencies, readCaptainList, readSweeps, readTeams } from './read-lists.ts'
import { recordSweep } from './record-sweep.ts'
import { recordTick } from './record-tick.ts'
import { listAreas, replaceAreas } from './sweeps.queries.ts'
import { confirmTeam, endTeam, startTeam } from './team-rounds.ts'

const listReason = 'captains keep the list of their zones on the phone, whatever their role'
const writeReason = 'only the server writes what is said in an emergency'
const byCaptains = { asOwner: writeReason, withoutPin: true } as const
const markLimit = { name: 'captain-mark', points: 600, seconds: 60 }
const teamLimit = { name: 'emergency-team', points: 60, seconds: 60 * 60 }
const areasLimit = { name: 'sweep-areas', points: 60, seconds: 60 * 60 }
const noteLimit = { name: 'evacuation-note', points: 60, seconds: 60 * 60 }

/** Procedures for the phones of captains: their lists, the areas that wardens walk through, and people who were sent back in. */
export const createCaptainsProcedures = ({ env }: Pick<Platform, 'env'>) => ({
  list: api.captains.list.use(signedIn(null, { asOwner: listReason })).handler(async ({ context }) => {
    const list = await readCaptainList(context.tx, context.actor.userId, env.TIME_ZONE)
    await noteCaptainList(context, list.people)
    return list
  }),

  open: api.captains.open.use(signedIn(null, { asOwner: listReason })).handler(async ({ context }) => {
    const emergencies = await readCaptainEmergencies(context.tx, context.actor.userId, env.TIME_ZONE)
    await noteCaptainViews(context, emergencies.open)
    return emergencies
  }),

  tick: api.captains.tick
    .use(inZone(null, { ...byCaptains, rateLimit: markLimit }))
    .handler(async ({ context, input: { waitedMs, ...form } }) => ({
      emergencies: await recordTick(context, {
        ...form,
        claimedBy: context.actor.userId,
        at: toActionTime(waitedMs).at,
      }),
    })),

  areas: api.captains.areas.use(inZone('view_zones')).handler(async ({ context: { tx }, input }) => ({
    areas: await listAreas(tx, input.zoneId, limits.sweepAreasMost),
  })),

  setAreas: api.captains.setAreas
    .use(inZone('broadcast', { rateLimit: areasLimit }))
    .handler(async ({ context: { tx, publish, actor }, input: { zoneId, areas, expectedIds } }) => {
      await replaceAreas(tx, zoneId, areas, expectedIds)
      await audit(tx, 'sweep_areas_changed', { actorId: actor.userId, zoneId, areas: areas.length })
      publish(captainsEvents, { kind: 'sweep_areas.changed', zoneId })
      return { areas: await listAreas(tx, zoneId, limits.sweepAreasMost) }
    }),

  sweeps: api.captains.sweeps
    .use(inZoneOf(ofEmergency, 'view_zones'))
    .handler(async ({ context: { tx, emergency } }) => ({ sweeps: await readSweeps(tx, emergency.id) })),

  sweep: api.captains.sweep
    .use(inZoneOf(ofManagedEmergency, 'view_zones', { ...byCaptains, rateLimit: markLimit }))
    .handler(async ({ context, input: { emergencyId: _, waitedMs, ...form } }) => {
      await recordSweep(context, context.emergency, {
        ...form,
        claimedBy: context.actor.userId,
        at: toActionTime(waitedMs).at,
      })
      return { state: form.state }
    }),

  teams: api.captains.teams
    .use(inZoneOf(ofEmergency, 'view_zones'))
    .handler(async ({ context: { tx, emergency } }) => ({ teams: await readTeams(tx, emergency.id) })),

  startTeam: api.captains.startTeam
    .use(inZoneOf(ofManagedEmergency, 'view_zones', { ...byCaptains, rateLimit: teamLimit }))
    .handler(async ({ context, input: { emergencyId: _, ...form } }) => ({
      teamId: await startTeam(context, context.emergency, { ...form, startedBy: context.actor.userId }),
    })),

  confirm: api.captains.confirm
    .use(canSee(ofTeam, null, { asOwner: writeReason, rateLimit: markLimit }))
    .handler(async ({ context, input: { teamId, waitedMs, ...form } }) => ({
      confirmed: await confirmTeam(context, teamId, {
        ...form,
        confirmedBy: context.actor.userId,
        at: toActionTime(waitedMs).at,
      }),
    })),

  endTeam: api.captains.endTeam
    .use(canSee(ofTeam, null, { asOwner: writeReason }))
    .handler(async ({ context, input: { teamId, allOut, requestId } }) => {
      const end = { by: context.actor.userId, ...(allOut && { allOut: { requestId } }) }
      return { endedAt: (await endTeam(context, teamId, end)).toISOString() }
    }),

  ownNote: api.captains.ownNote.use(signedIn()).handler(async ({ context: { tx, actor } }) => ({
    note: await readNote(tx, actor.userId),
  })),

  setOwnNote: api.captains.setOwnNote
    .use(signedIn(null, { rateLimit: noteLimit }))
    .handler(async ({ context, input: { note } }) => {
      const { tx, actor, publish } = context
      await writeNote(tx, actor.userId, note)
      publish(captainsEvents, { kind: 'evacuation_note.changed', userId: actor.userId })
      for (const { person_zone_id, ...emergency } of await listOpenWithPerson(tx, actor.userId))
        publishProgress(context, emergency, [person_zone_id])
      return { note }
    }),
})
