import { id } from '@muster/contract/ids.ts'
import type { ZonesMovedResult } from '@muster/contract/zone-lists.ts'
import { can } from '@muster/domain/permission.ts'
import { z } from 'zod'
import { toUndoSteps } from '../../lib/to-undo-steps.ts'
import type { ChangesCaches } from '../../live/event-rules.ts'
import type { WriteContext } from '../../live/write.ts'
import { api, canSee, inZone, signedIn } from '../../rpc/base.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { audit } from '../security/index.ts'
import { joinedZone, leftZone } from '../users/index.ts'
import { listedZoneView, listZones } from '../zones/index.ts'
import { joinOrganisation } from './join-organisation.ts'
import { ofOrganisation } from './organisations.policy.ts'
import {
  announceFirstOrganisation,
  announceOrganisation,
  canBelongToOrganisation,
  insertOrganisation,
  leaveOrganisation,
  listOrganisations,
  listPeople,
  lockForMoves,
  moveZone,
  readOwnOrganisations,
  requireOrganisation,
  updateDetails,
  updateLimits,
  updateStatus,
} from './organisations.queries.ts'
import { organisationView, ownOrganisationView, personView } from './organisations.view.ts'

const changeRate = { name: 'organisations', points: 120, seconds: 60 }
const organisationCursors = createCursors('organisations', { name: [z.string(), 'sort_name'], id })
const peopleCursors = createCursors('people of an organisation', {
  name: [z.string(), 'sort_name'],
  id: [id, 'user_id'],
})
const zoneCursors = createCursors('zones of an organisation', {
  createdAt: [z.string().max(40), 'created_at_exact'],
  id,
})

/** Requests cannot write these columns, because a policy cannot distinguish who may set which column. */
const asOwnerReason = 'requests may not write the status, limits and memberships of organisations'

/** Procedures for organisations: internal admins manage all, client admins their own. */
export function organisationsProcedures({ caches }: ChangesCaches<'zones' | 'actorZones'>) {
  const editProcedure = signedIn('edit_clients', { rateLimit: changeRate, asOwner: asOwnerReason })
  const editOneProcedure = canSee(ofOrganisation, 'edit_clients', {
    rateLimit: changeRate,
    asOwner: asOwnerReason,
  })
  const forgetZone = (zoneId: string) => {
    caches.zones.forgetZone(zoneId)
    caches.actorZones.forgetZone(zoneId)
  }
  return {
    mine: api.organisations.mine.use(signedIn()).handler(async ({ context: { tx } }) => {
      const { several, rows } = await readOwnOrganisations(tx)
      return { several, organisations: rows.map(ownOrganisationView) }
    }),

    list: api.organisations.list
      .use(signedIn())
      .handler(async ({ context: { tx }, input: { cursor, limit, ...filter } }) => {
        const page = await organisationCursors.read({ cursor, limit }, it =>
          listOrganisations(tx, filter, it),
        )
        return page.map(organisationView)
      }),

    get: api.organisations.get
      .use(canSee(ofOrganisation))
      .handler(({ context: { organisation } }) => organisationView(organisation)),

    people: api.organisations.people
      .use(canSee(ofOrganisation))
      .handler(async ({ context: { tx }, input: { organisationId, search = '', cursor, limit } }) => {
        const page = await peopleCursors.read({ cursor, limit }, it =>
          listPeople(tx, organisationId, search, it),
        )
        return page.map(personView)
      }),

    zones: api.organisations.zones
      .use(canSee(ofOrganisation))
      .handler(async ({ context: { tx }, input: { organisationId, cursor, limit } }) => {
        const page = await zoneCursors.read({ cursor, limit }, it =>
          listZones(tx, { clientId: organisationId }, it),
        )
        return page.map(listedZoneView)
      }),

    onboard: api.organisations.onboard
      .use(signedIn('onboard_clients', { rateLimit: changeRate, asOwner: asOwnerReason }))
      .handler(async ({ context: { tx, actor }, input }) => {
        const { id: organisationId, created } = await insertOrganisation(tx, {
          ...input,
          createdBy: actor.userId,
        })
        if (created) {
          await announceOrganisation(tx, organisationId)
          await announceFirstOrganisation(tx, organisationId)
          await audit(tx, 'organisation_onboarded', {
            actorId: actor.userId,
            organisationId,
            name: input.name,
          })
        }
        return organisationView(await requireOrganisation(tx, organisationId))
      }),

    update: api.organisations.update
      .use(canSee(ofOrganisation, null, { rateLimit: changeRate }))
      .handler(async ({ context: { tx, actor, organisation }, input: { organisationId, ...details } }) => {
        // Row-level security applies the same rule to the organisation's client admins.
        if (organisation.status === 'suspended' && !can(actor.role, 'edit_clients'))
          throw fail('ORGANISATION_SUSPENDED')
        if (!(await updateDetails(tx, organisationId, details))) throw fail('ORGANISATION_NOT_FOUND')
        await announceOrganisation(tx, organisationId)
        await audit(tx, 'organisation_changed:details', {
          actorId: actor.userId,
          organisationId,
          name: details.name,
          timeZone: details.timeZone,
          language: details.language,
        })
        return organisationView(await requireOrganisation(tx, organisationId))
      }),

    setLimits: api.organisations.setLimits
      .use(editOneProcedure)
      .handler(async ({ context: { tx, actor }, input: { organisationId, ...limits } }) => {
        await updateLimits(tx, organisationId, limits)
        await announceOrganisation(tx, organisationId)
        await audit(tx, 'organisation_changed:limits', { actorId: actor.userId, organisationId, ...limits })
        return organisationView(await requireOrganisation(tx, organisationId))
      }),

    setStatus: api.organisations.setStatus
      .use(editOneProcedure)
      .handler(async ({ context: { tx, actor, afterCommit }, input: { organisationId, status } }) => {
        if (await updateStatus(tx, organisationId, status)) {
          await announceOrganisation(tx, organisationId)
          await audit(tx, 'organisation_status_changed', { actorId: actor.userId, organisationId, status })
          // Clear all of this node's cached zones; other nodes learn from events which zones changed.
          afterCommit(() => {
            caches.zones.forgetAll()
            caches.actorZones.forgetAll()
          })
        }
        return organisationView(await requireOrganisation(tx, organisationId))
      }),

    addPerson: api.organisations.addPerson
      .use(editProcedure)
      .handler(async ({ context, input: { organisationId, userId } }) => {
        const { tx, actor } = context
        if (!(await canBelongToOrganisation(tx, userId))) throw fail('USER_NOT_FOUND')
        if (await joinOrganisation(context, organisationId, userId, actor.userId))
          await audit(tx, 'organisation_people_changed:added', {
            actorId: actor.userId,
            aboutId: userId,
            organisationId,
          })
        return { userId }
      }),

    removePerson: api.organisations.removePerson
      .use(editProcedure)
      .handler(async ({ context: { tx, alert, actor }, input: { organisationId, userId } }) => {
        const { outcome, memberships } = await leaveOrganisation(tx, organisationId, userId)
        if (outcome === 'has_zones') throw fail('PERSON_HAS_ZONES')
        if (outcome === 'not_member') throw fail('USER_NOT_FOUND')
        for (const membership of memberships ?? []) alert(leftZone(membership))
        await audit(tx, 'organisation_people_changed:removed', {
          actorId: actor.userId,
          aboutId: userId,
          organisationId,
        })
        return { userId }
      }),

    moveZone: api.organisations.moveZone
      .use(inZone('edit_clients', { rateLimit: changeRate, asOwner: asOwnerReason }))
      .handler(async ({ context, input: { organisationId } }) => {
        const zoneId = context.zone.id
        await requireOrganisation(context.tx, organisationId)
        const outcome = await moveOneZone(context, context.actor.userId, zoneId, organisationId)
        if (outcome === 'open_request') throw fail('ZONE_REQUEST_OPEN')
        context.afterCommit(() => forgetZone(zoneId))
        return { zoneId }
      }),

    moveZones: api.organisations.moveZones
      .use(editOneProcedure)
      .handler(async ({ context, input: { organisationId, zoneIds } }) => {
        const zones = await lockForMoves(context.tx, zoneIds, organisationId)
        const existingIds = zones.map(({ id }) => id)
        const moved: { id: string; to: string }[] = []
        const result: ZonesMovedResult = {
          changed: 0,
          unchanged: 0,
          refused: zoneIds
            .filter(zoneId => !existingIds.includes(zoneId))
            .map(zoneId => ({ zoneId, reason: 'gone' })),
          undo: [],
        }
        for (const { id: zoneId, client_id } of zones) {
          const outcome = await moveOneZone(context, context.actor.userId, zoneId, organisationId)
          if (outcome === 'moved') {
            result.changed++
            if (client_id) moved.push({ id: zoneId, to: client_id })
          } else if (outcome === 'same') result.unchanged++
          else result.refused.push({ zoneId, reason: 'open_request' })
        }
        context.afterCommit(() => existingIds.forEach(forgetZone))
        return { ...result, undo: toUndoSteps(moved) }
      }),
  }
}

/** Moves a zone, alerts the people who join or leave it, and notes the move in the security log. */
async function moveOneZone(
  { tx, alert }: Pick<WriteContext, 'tx' | 'alert'>,
  actorId: string,
  zoneId: string,
  organisationId: string,
) {
  const { outcome, joined, ended } = await moveZone(tx, zoneId, organisationId)
  for (const membership of joined ?? []) alert(joinedZone(membership))
  for (const membership of ended ?? []) alert(leftZone(membership))
  if (outcome === 'moved')
    await audit(tx, 'organisation_changed:zone_moved', { actorId, organisationId, zoneId })
  return outcome
}
