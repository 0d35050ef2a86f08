import { id, instant } from '@muster/contract/ids.ts'
import { can } from '@muster/domain/permission.ts'
import { pinLock } from '@muster/domain/pin.ts'
import { needsPin, type ZoneRole } from '@muster/domain/role.ts'
import { mayInZone } from '@muster/domain/zone-permission.ts'
import { z } from 'zod'
import type { Tx } from '../../db/database.ts'
import { createRecentKeys } from '../../lib/once-per.ts'
import type { Platform } from '../../platform/platform.ts'
import { api, inZone, signedIn } from '../../rpc/base.ts'
import type { SignedInActor } from '../../rpc/context.ts'
import { fail } from '../../rpc/fail.ts'
import { createCursors } from '../../rpc/paging.ts'
import { audit, noteAccess } from '../security/index.ts'
import { createListAccesses, createPersonAccesses, teamAccess } from './access.ts'
import { addUserByCode } from './add-user-by-code.ts'
import { changeRole } from './change-role.ts'
import { createCodeAttemptLimit } from './code-tries.ts'
import { exportZonePeople } from './export-zone-people.ts'
import { clearPinFailures } from './pins.queries.ts'
import { unlinkUser, unlinkUsers } from './unlink-user.ts'
import { usersPolicy } from './users.policy.ts'
import {
  countTeam,
  countZonePeople,
  declineOwnInvitation,
  findZonePerson,
  isMember,
  isNewestFirst,
  listOwnZones,
  listTeam,
  listZonePeople,
  type PeopleOrder,
  readMember,
  readMemberPin,
} from './users.queries.ts'
import { memberDetailView, type PinView, teamMemberView, zonePersonView } from './users.view.ts'

/** Clears a zone member's wrong PIN attempts, which unlocks the PIN. Throws NOT_ASSIGNED, PIN_NOT_SET. */
async function resetPin(tx: Tx, actor: SignedInActor, zoneId: string, userId: string): Promise<void> {
  if (!(await isMember(tx, zoneId, userId))) throw fail('NOT_ASSIGNED')
  if (!(await clearPinFailures(tx, userId))) throw fail('PIN_NOT_SET')
  await audit(tx, 'zone_pin_reset', { actorId: actor.userId, aboutId: userId, zoneId })
}

/** Declines the actor's own invitation to a zone; a trigger publishes the event. Throws NOT_INVITED. */
async function declineInvitation(tx: Tx, userId: string, zoneId: string): Promise<void> {
  if (!(await declineOwnInvitation(tx, zoneId))) throw fail('NOT_INVITED')
  await audit(tx, 'user_action_invitation_declined', { actorId: userId, zoneId })
}

/** Milliseconds during which repeated views of a zone's people or of one position are logged only once. */
const ACCESS_LOG_INTERVAL_MS = 60 * 60_000

/** Each order has its own cursors, so that none continues another. */
const nameOrder = (list: string, order: PeopleOrder) =>
  isNewestFirst(order) ? list : `${list} by ${order.sort} ${order.direction}`
const sortKey = [z.string().max(200), 'sort_key'] as const
const createPeopleCursors = (order: PeopleOrder) =>
  createCursors(nameOrder('people', order), {
    ...(isNewestFirst(order) ? { assignedAt: [instant, 'assigned_at'] as const } : { key: sortKey }),
    id: [id, 'assignment_id'],
  })
const createTeamCursors = (order: PeopleOrder) =>
  createCursors(nameOrder('people of my zones', order), {
    ...(isNewestFirst(order) ? { assignedAt: [instant, 'added_at'] as const } : { key: sortKey }),
    id: [id, 'user_id'],
  })
/** Limits how often a person removes several people, and how often they export a zone's people. */
const unlinkLimit = { name: 'unlink-users', points: 120, seconds: 60 * 60 }
const exportLimit = { name: 'export-zone-users', points: 60, seconds: 60 * 60 }
const viewUsersRule = { refuses: 'VIEW_USERS_FORBIDDEN' } as const

/** Procedures that list and manage the members of a zone, and list the people of all the actor's zones. */
export function usersProcedures({ db }: Pick<Platform, 'db'>) {
  const codeAttemptLimit = createCodeAttemptLimit(db)
  const loggedAccesses = createRecentKeys(ACCESS_LOG_INTERVAL_MS)
  return {
    inMyZones: api.users.inMyZones
      .use(signedIn())
      .handler(async ({ context: { tx, actor, linkTo, afterCommit }, input }) => {
        const { cursor, limit, ofZone, sort, direction, ...filter } = input
        const order = { sort, direction }
        const zoneIds = await listTeamZoneIds(tx, actor, ofZone)
        const page = await createTeamCursors(order).read({ cursor, limit }, it =>
          listTeam(tx, zoneIds, filter, order, it),
        )
        if (page.rows.some(row => row.user_id !== actor.userId))
          await noteAccess(tx, { actor, looks: loggedAccesses, afterCommit }, [teamAccess])
        return page.map(row => teamMemberView(row, linkTo))
      }),

    countInMyZones: api.users.countInMyZones
      .use(signedIn())
      .handler(async ({ context: { tx, actor }, input: { ofZone, ...filter } }) => ({
        all: await countTeam(tx, await listTeamZoneIds(tx, actor, ofZone), filter),
      })),

    inZone: api.users.inZone
      .use(inZone('view_zone_users', viewUsersRule))
      .handler(async ({ context: { tx, actor, zone, linkTo, afterCommit }, input }) => {
        const { cursor, limit, list, sort, direction, ...filter } = input
        const order = { sort, direction }
        const page = await createPeopleCursors(order).read({ cursor, limit }, it =>
          listZonePeople(tx, zone.id, { ...filter, places: list === 'places' }, order, it),
        )
        await noteAccess(
          tx,
          { actor, looks: loggedAccesses, afterCommit },
          createListAccesses(page.rows, actor, zone.id),
        )
        return page.map(row => zonePersonView(row, linkTo))
      }),

    exportCsv: api.users.exportCsv
      .use(inZone('view_zone_users', { ...viewUsersRule, rateLimit: exportLimit }))
      .handler(({ context: { tx, actor, zone }, input: { list, zoneId: _, ...filter } }) =>
        exportZonePeople(tx, actor, zone.id, { ...filter, places: list === 'places' }),
      ),

    counts: api.users.counts
      .use(inZone('view_zone_users', viewUsersRule))
      .handler(({ context: { tx, zone }, input: { list, search } }) =>
        countZonePeople(tx, zone.id, { places: list === 'places', search }),
      ),

    detail: api.users.detail
      .use(inZone('view_zone_users', viewUsersRule))
      .handler(async ({ context: { tx, actor, zone, linkTo, afterCommit }, input: { userId } }) => {
        const row = await findZonePerson(tx, zone.id, userId)
        if (!row) throw fail('NOT_ASSIGNED')
        const person = zonePersonView(row, linkTo)
        const member = row.invited ? undefined : await readMember(tx, userId)
        if (!member) return { person, member: null }
        await noteAccess(
          tx,
          { actor, looks: loggedAccesses, afterCommit },
          createPersonAccesses(row, actor, zone.id),
        )
        const pin = mayInZone(zone, 'reset_zone_pin') ? await readPin(tx, zone.id, userId) : hiddenPin
        return { person, member: memberDetailView(member, pin) }
      }),

    addByCode: api.users.addByCode
      .use(
        inZone('link_users', {
          refuses: 'ADD_USER_FORBIDDEN',
          withoutTx: 'a wrong code is counted and noted whatever becomes of the call',
        }),
      )
      .handler(({ context: { db, actor, zone }, input }) => {
        usersPolicy.addAs(zone, input.role)
        return addUserByCode({ db, tries: codeAttemptLimit }, actor, zone.id, input)
      }),

    declineInvitation: api.users.declineInvitation
      .use(inZone(null, { withoutPin: true, invited: true }))
      .handler(async ({ context: { tx, actor, zone } }) => {
        await declineInvitation(tx, actor.userId, zone.id)
        return { zoneId: zone.id }
      }),

    unlink: api.users.unlink.use(inZone('unlink_users')).handler(async ({ context, input: { userId } }) => {
      const { actor, zone } = context
      usersPolicy.unlink(actor, userId)
      await unlinkUser(context, zone.id, userId)
      return { userId }
    }),

    unlinkMany: api.users.unlinkMany
      .use(inZone('unlink_users', { rateLimit: unlinkLimit }))
      .handler(({ context, input: { userIds } }) =>
        unlinkUsers(context, context.actor, context.zone.id, userIds),
      ),

    changeRole: api.users.changeRole
      .use(inZone('change_roles'))
      .handler(async ({ context, input: { userId, role } }) => {
        const { actor, zone } = context
        usersPolicy.changeRole(actor, zone, userId, role)
        await changeRole(context, zone.id, userId, role)
        return { userId, role }
      }),

    resetPin: api.users.resetPin
      .use(inZone('reset_zone_pin', { asOwner: 'requests may not write PINs' }))
      .handler(async ({ context: { tx, actor, zone }, input: { userId } }) => {
        usersPolicy.resetPin(actor, userId)
        await resetPin(tx, actor, zone.id, userId)
        return { userId }
      }),
  }
}

/** Only the requested one, if there is one. A zone that requires a PIN must have been entered. */
async function listTeamZoneIds(tx: Tx, actor: SignedInActor, zoneId: string | undefined): Promise<string[]> {
  const ownZones = await listOwnZones(tx, actor)
  return ownZones
    .filter(({ zone_id, role, entered_until }) => {
      const zoneRole = role as ZoneRole
      return (
        (zoneId === undefined || zone_id === zoneId) &&
        can(zoneRole, 'view_users') &&
        (!needsPin(zoneRole) || entered_until !== null)
      )
    })
    .map(({ zone_id }) => zone_id)
}

/** The PIN status shown to people who may not reset the PIN. */
const hiddenPin: PinView = { pin: null, pinLockedUntil: null, pinResetAskedAt: null }

async function readPin(tx: Tx, zoneId: string, userId: string): Promise<PinView> {
  const pin = await readMemberPin(tx, zoneId, userId)
  if (!pin) return { ...hiddenPin, pin: 'not_set' }
  const lock = pinLock(pin.failures, Date.now())
  if (!lock.locked) return { ...hiddenPin, pin: 'open' }
  return {
    pin: 'locked',
    pinResetAskedAt: pin.resetAskedAt?.toISOString() ?? null,
    pinLockedUntil: lock.until === null ? null : new Date(lock.until).toISOString(),
  }
}
