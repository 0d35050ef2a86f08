import { limits } from '@muster/domain/limits.ts'
import {
  advanceRound,
  findUnconfirmed,
  type ParRound,
  roundLeastMs,
  toNextRound,
} from '@muster/domain/par.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { WriteContext } from '../../../live/write.ts'
import type { CallInput } from '../../../rpc/call-input.ts'
import { fail } from '../../../rpc/fail.ts'
import { requireBeforeAllClear, requireMayMark } from '../claim-guards.ts'
import { publishProgress } from '../emergencies.events.ts'
import type { ManagedEmergency } from '../emergencies.policy.ts'
import { requireEmergency } from '../emergencies.queries.ts'
import { listZoneIds } from '../emergency-zones.queries.ts'
import { lockOpen } from '../roll.queries.ts'
import { roundOverdueAlert } from './captains.alerts.ts'
import {
  closeRound,
  findNewestRound,
  findRound,
  findRoundAt,
  insertConfirmations,
  insertRound,
  listConfirmations,
  listTeamPeople,
  listTeamsToCheck,
  lockTeam,
  type RoundRow,
  type TeamRow,
} from './teams.queries.ts'

const MAX_ROUNDS_AT_ONCE = 100

const toIntervalMs = ({ interval_minutes }: TeamRow) => interval_minutes * 60_000
const toRound = ({ number, opened_at, due_at }: RoundRow): ParRound => ({
  number,
  openedAt: opened_at.getTime(),
  dueAt: due_at.getTime(),
})

type TeamForm = Omit<CallInput<'captains', 'startTeam'>, 'emergencyId'> & { readonly startedBy: string }

/**
 * Starts the rounds of people who are sent back in; a repeated request returns the same team. Throws EMERGENCY_ENDED,
 * ZONE_NOT_FOUND, EMERGENCY_PERSON_NOT_FOUND or TEAMS_FULL.
 */
export async function startTeam(
  context: WriteContext,
  emergency: ManagedEmergency,
  form: TeamForm,
): Promise<string> {
  const { tx } = context
  if (!(await lockOpen(tx, emergency.id))) throw fail('EMERGENCY_ENDED')
  const existing = await tx
    .selectFrom('emergency_teams')
    .select('id')
    .where('emergency_id', '=', emergency.id)
    .where('request_id', '=', form.requestId)
    .executeTakeFirst()
  if (existing) return existing.id
  if (!(await isMarkedZone(tx, emergency, form.zoneId))) throw fail('ZONE_NOT_FOUND')
  const open = await listTeamsToCheck(tx, emergency.id, limits.teamsMost)
  if (open.length >= limits.teamsMost) throw fail('TEAMS_FULL')
  const personIds = [...new Set(form.personIds)]
  await requireMayMark(tx, emergency, personIds)
  const startedAt = new Date()
  const { id } = await tx
    .insertInto('emergency_teams')
    .values({
      emergency_id: emergency.id,
      zone_id: form.zoneId,
      request_id: form.requestId,
      name: form.name,
      interval_minutes: form.intervalMinutes,
      started_by: form.startedBy,
      started_at: startedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = [
    ...personIds.map(personId => ({ roll_entry_id: personId, name: '' })),
    ...form.names.map(name => ({ roll_entry_id: null, name })),
  ]
  await tx
    .insertInto('emergency_team_people')
    .values(people.map((person, position) => ({ ...person, team_id: id, position })))
    .execute()
  await insertRound(tx, id, toNextRound({ number: 0 }, startedAt.getTime(), form.intervalMinutes * 60_000))
  publishProgress(context, emergency, [form.zoneId])
  return id
}

/** True for a zone of the emergency in which the caller may mark people. */
async function isMarkedZone(
  tx: Tx,
  { id, may_mark_all, marked_zone_ids }: ManagedEmergency,
  zoneId: string,
): Promise<boolean> {
  return may_mark_all ? (await listZoneIds(tx, id)).includes(zoneId) : marked_zone_ids.includes(zoneId)
}

/** Closes the rounds that the clock has ended, and returns the open one. */
async function advanceTeam(
  tx: Tx,
  team: TeamRow,
  now: number,
): Promise<{ open: RoundRow; closed: number } | undefined> {
  const newest = await findNewestRound(tx, team.id)
  if (!newest || newest.closed_at) return undefined
  const intervalMs = toIntervalMs(team)
  const { closed, open } = advanceRound(toRound(newest), { now, intervalMs, most: MAX_ROUNDS_AT_ONCE })
  if (closed.length === 0) return { open: newest, closed: 0 }
  for (const round of closed)
    if (round.number === newest.number) await closeRound(tx, newest.id, new Date(round.closedAt), 'next_due')
    else await insertRound(tx, team.id, { ...round, closedBecause: 'next_due' })
  return { open: await insertRound(tx, team.id, open), closed: closed.length }
}

async function listUnconfirmed(tx: Tx, teamId: string, roundId: string) {
  const people = await listTeamPeople(tx, [teamId])
  const confirmations = await listConfirmations(tx, [roundId])
  const openIds = new Set(
    findUnconfirmed(
      people.map(it => it.id),
      confirmations.map(it => ({ personId: it.team_person_id, happenedAt: it.happened_at.getTime() })),
      null,
    ),
  )
  return people.filter(it => openIds.has(it.id))
}

/** False if it stays open; one that has just begun stays open for a moment, and `checkTeam` closes it. */
async function completeRound(tx: Tx, team: TeamRow, round: RoundRow, now: Date): Promise<boolean> {
  if (round.number > 1 && now.getTime() - round.opened_at.getTime() < roundLeastMs) return false
  if ((await listUnconfirmed(tx, team.id, round.id)).length > 0) return false
  await closeRound(tx, round.id, now, 'complete')
  await insertRound(tx, team.id, toNextRound(round, now.getTime(), toIntervalMs(team)))
  return true
}

type Confirmation = Omit<CallInput<'captains', 'confirm'>, 'teamId' | 'waitedMs'> & {
  readonly confirmedBy: string
  readonly at: Date
}

/**
 * In the round the caller saw, or the one open at that time if the clock had closed it. Once everybody is confirmed, the next
 * begins. Throws TEAM_NOT_FOUND, and EMERGENCY_ENDED after the all clear or a day late. Returns how many were confirmed.
 */
export async function confirmTeam(
  context: WriteContext,
  teamId: string,
  { round: roundNumber, personIds, requestId, confirmedBy, at }: Confirmation,
): Promise<number> {
  const { tx } = context
  const team = await lockTeam(tx, teamId)
  if (!team) throw fail('TEAM_NOT_FOUND')
  const emergency = await requireEmergency(tx, team.emergency_id)
  requireBeforeAllClear(emergency, at)
  const now = new Date()
  if (team.ended_at === null) await advanceTeam(tx, team, now.getTime())
  const ids = [...new Set(personIds)]
  const people = new Set((await listTeamPeople(tx, [team.id])).map(it => it.id))
  const seenRound = await findRound(tx, team.id, roundNumber)
  if (!seenRound || ids.some(it => !people.has(it))) throw fail('TEAM_NOT_FOUND')
  const isLate =
    seenRound.closed_because !== 'complete' && seenRound.closed_at !== null && at > seenRound.closed_at
  const round = (isLate && (await findRoundAt(tx, team.id, at))) || seenRound
  const happenedAt = new Date(Math.min(now.getTime(), Math.max(round.opened_at.getTime(), at.getTime())))
  await insertConfirmations(tx, ids, {
    ...{ round_id: round.id, request_id: requestId, confirmed_by: confirmedBy, happened_at: happenedAt },
  })
  if (round.closed_at === null) await completeRound(tx, team, round, now)
  publishProgress(context, emergency, [team.zone_id])
  return ids.length
}

type End = { readonly by: string | null; readonly allOut?: { readonly requestId: string } }

/** The open round is complete if everybody is out, else recorded with those not confirmed. Repeating returns the first time. */
export async function endTeam(context: WriteContext, teamId: string, { by, allOut }: End): Promise<Date> {
  const { tx } = context
  const team = await lockTeam(tx, teamId)
  if (!team) throw fail('TEAM_NOT_FOUND')
  if (team.ended_at) return team.ended_at
  const now = new Date()
  const round = (await advanceTeam(tx, team, now.getTime()))?.open
  if (round) {
    const unconfirmed = (await listUnconfirmed(tx, team.id, round.id)).map(it => it.id)
    if (allOut && by && unconfirmed.length > 0)
      await insertConfirmations(tx, unconfirmed, {
        ...{ round_id: round.id, request_id: allOut.requestId, confirmed_by: by, happened_at: now },
      })
    await closeRound(tx, round.id, now, allOut || unconfirmed.length === 0 ? 'complete' : 'ended')
  }
  await tx
    .updateTable('emergency_teams')
    .set({ ended_by: by, ended_at: sql<Date>`greatest(started_at, ${now}::timestamptz)` })
    .where('id', '=', team.id)
    .execute()
  publishProgress(context, await requireEmergency(tx, team.emergency_id), [team.zone_id])
  return now
}

/** Ends the teams of an emergency, because the all clear was given. */
export async function endTeams(context: WriteContext, emergencyId: string, by: string | null): Promise<void> {
  for (const id of await listTeamsToCheck(context.tx, emergencyId, limits.teamsMost))
    await endTeam(context, id, { by })
}

/** Alerts starter and managers once for each overdue round; ends a team that nobody has confirmed for a day. */
export async function checkTeam(context: WriteContext, teamId: string): Promise<void> {
  const { tx, alert } = context
  const team = await lockTeam(tx, teamId)
  if (!team || team.ended_at) return
  const emergency = await requireEmergency(tx, team.emergency_id)
  const now = Date.now()
  if (emergency.all_clear_at || now - (await readLastSign(tx, team)).getTime() >= limits.teamSilentMs)
    return void (await endTeam(context, team.id, { by: null }))
  const advanced = await advanceTeam(tx, team, now)
  if (!advanced) return
  const { open, closed } = advanced
  if (await completeRound(tx, team, open, new Date(now)))
    return publishProgress(context, emergency, [team.zone_id])
  const isOverdue = open.due_at.getTime() <= now && open.alerted_at === null
  if (isOverdue) {
    await tx
      .updateTable('par_rounds')
      .set({ alerted_at: new Date(now) })
      .where('id', '=', open.id)
      .execute()
    alert(roundOverdueAlert(emergency, team, await listUnconfirmed(tx, team.id, open.id)))
  }
  if (isOverdue || closed > 0) publishProgress(context, emergency, [team.zone_id])
}

/** When the team was last confirmed or, before that, started. */
async function readLastSign(tx: Tx, team: TeamRow): Promise<Date> {
  const row = await tx
    .selectFrom('par_confirmations as c')
    .innerJoin('par_rounds as r', 'r.id', 'c.round_id')
    .select(sql<Date | null>`max(c.received_at)`.as('at'))
    .where('r.team_id', '=', team.id)
    .executeTakeFirst()
  return row?.at ?? team.started_at
}
