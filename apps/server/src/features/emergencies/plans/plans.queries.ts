import type { EmergencyKind } from '@muster/domain/emergency.ts'
import {
  type AnswerWords,
  askAgainMost,
  type PlanAudience,
  type TextsByLanguage,
} from '@muster/domain/emergency-plan.ts'
import { type RawBuilder, sql } from 'kysely'
import type { OwnerTx, Tx } from '../../../db/database.ts'
import { many, manyValues, one, oneOrNone, oneValue, run, type TableRow } from '../../../db/rows.ts'
import { isContactReachable } from '../emergencies.audience.ts'

/** The columns of an emergency that come from its plan. */
export type PlanCopy = Pick<
  TableRow<'emergencies'>,
  'plan_id' | 'plan_name' | 'point_names' | 'ask_again_minutes' | 'asked_again' | 'ask_again_at' | 'tell_at'
> & {
  readonly messages: TextsByLanguage
  readonly audience: PlanAudience[]
  readonly answers: AnswerWords
  readonly sent_reminders: SentReminder[]
}

/** That people were asked again, or somebody was told who is missing; `at` is an ISO time. */
export type SentReminder = {
  readonly at: string
  readonly what: 'asked_again' | 'contacts_told' | 'managers_told'
  /** The number of the missing. */
  readonly people: number
}

export type PlanRow = Omit<
  TableRow<'emergency_plans'>,
  keyof PlanCopy | 'kind' | 'created_at' | 'updated_at'
> &
  Pick<PlanCopy, 'messages' | 'audience' | 'answers' | 'point_names' | 'ask_again_minutes'> & {
    readonly kind: EmergencyKind
    /** The time of the last change, exactly. */
    readonly changed_at: string
  }

/** Lists a zone's plans by name. Index: emergency_plans_name. */
export const listPlans = (tx: Tx, zoneId: string, limit: number) =>
  many(tx)<PlanRow>`
    select *, wire_time(updated_at) as changed_at from emergency_plans where zone_id = ${zoneId} order by lower(name), id limit ${limit}`

/** Finds the plan of an emergency; undefined if it is the default one, or if the plan was deleted or changed its kind meanwhile. */
export async function findPlan(
  tx: Tx,
  {
    zoneId,
    kind,
    emergencyPlanId = null,
  }: { zoneId: string | null; kind: EmergencyKind; emergencyPlanId?: string | null },
): Promise<PlanRow | undefined> {
  return zoneId === null ? undefined : findPlanIn(tx, [zoneId], { kind, emergencyPlanId })
}

/** Finds a plan in one of the zones, as `findPlan`. */
export async function findPlanIn(
  tx: Tx,
  zoneIds: readonly string[],
  { kind, emergencyPlanId }: { kind: EmergencyKind; emergencyPlanId: string | null },
): Promise<PlanRow | undefined> {
  if (emergencyPlanId === null) return undefined
  return oneOrNone(tx)<PlanRow>`
    select *, wire_time(updated_at) as changed_at from emergency_plans
    where id = ${emergencyPlanId} and zone_id = any(${[...zoneIds]}::uuid[]) and kind = ${kind}`
}

/** The columns of a new emergency that come from its plan. A message changed for this one time has no translations. */
export function planCopy(plan: PlanRow, message: string) {
  const minutesFromNow = (minutes: number | null) =>
    minutes === null ? null : sql<Date>`now() + ${minutes} * interval '1 minute'`
  return {
    plan_id: plan.id,
    plan_name: plan.name,
    messages: JSON.stringify(message === plan.message ? plan.messages : {}),
    audience: plan.audience,
    answers: JSON.stringify(plan.answers),
    point_names: plan.point_names,
    ask_again_minutes: plan.ask_again_minutes,
    ask_again_at: minutesFromNow(plan.ask_again_minutes),
    tell_at: minutesFromNow(plan.tell_after_minutes),
  }
}

/** Copies the contacts of an emergency's plan who can still be told. */
export async function copyContacts(
  tx: Tx,
  { id, plan_id }: { readonly id: string; readonly plan_id: string | null },
): Promise<void> {
  if (plan_id === null) return
  await run(tx)`insert into emergency_contacts (emergency_id, user_id)
    select ${id}, c.user_id from emergency_contacts c join emergency_plans p on p.id = c.plan_id join user_profiles u on u.id = c.user_id
    where c.plan_id = ${plan_id} and ${isReachableIn(sql.ref('p.zone_id'))}`
}

/** People who can be told about a zone: its members, and those who see all zones. The account has the alias `u`. */
const isReachableIn = (zoneId: string | RawBuilder<unknown>) => sql<boolean>`(u.status = 'active' and (
  exists (select from zone_assignments a where a.user_id = u.id and a.zone_id = ${zoneId} and a.accepted_at is not null)
  or u.role in (select r.role from role_permissions r where r.permission = 'view_all_zones')))`

/** Lists the contacts of a zone's plans who can still be told, with their names. */
export const listContacts = (tx: Tx, zoneId: string) =>
  many(tx)<{ plan_id: string; user_id: string; name: string }>`
    select c.plan_id, c.user_id, trim(u.first_name || ' ' || u.last_name) as name
    from emergency_plans p join emergency_contacts c on c.plan_id = p.id join user_profiles u on u.id = c.user_id
    where p.zone_id = ${zoneId} and ${isReachableIn(zoneId)}
    order by lower(u.last_name || ' ' || u.first_name), u.id`

/** Counts the people among these who can be told about a zone. */
export const countReachable = (tx: Tx, zoneId: string, userIds: readonly string[]) =>
  oneValue(tx)<number>`
    select count(*)::int as people from user_profiles u
    where u.id = any(${[...userIds]}::uuid[]) and ${isReachableIn(zoneId)}`

/** Finds when each plan of a zone was last used; `plan_id` is null for default plans. Index: emergencies_zone. */
export const listUses = (tx: Tx, zoneId: string) =>
  many(tx)<{ plan_id: string | null; kind: string; at: Date }>`
    select plan_id, kind, max(declared_at) as at from emergencies where zone_id = ${zoneId} group by plan_id, kind`

/** Makes concurrent changes of a zone's plans wait, so that the limit holds. */
export const lockPlans = (tx: Tx, zoneId: string) =>
  run(tx)`select pg_advisory_xact_lock(hashtextextended(${`emergency plans:${zoneId}`}, 0))`

export type PlanForm = Omit<PlanRow, 'zone_id' | 'changed_at'> & { readonly contactIds: readonly string[] }

/** Adds or replaces a plan with its contacts; false if another zone has a plan with this id. */
export async function upsertPlan(
  tx: Tx,
  zoneId: string,
  { contactIds, ...plan }: PlanForm,
): Promise<boolean> {
  const columns = { ...plan, messages: JSON.stringify(plan.messages), answers: JSON.stringify(plan.answers) }
  // Before the plan itself, because only one of each kind may be marked.
  if (plan.used_first)
    await tx
      .updateTable('emergency_plans')
      .set({ used_first: false })
      .where('zone_id', '=', zoneId)
      .where('kind', '=', plan.kind)
      .where('id', '<>', plan.id)
      .where('used_first', '=', true)
      .execute()
  const row = await tx
    .insertInto('emergency_plans')
    .values({ ...columns, zone_id: zoneId })
    .onConflict(it =>
      it
        .column('id')
        .doUpdateSet({ ...columns, updated_at: sql`clock_timestamp()` })
        .where('emergency_plans.zone_id', '=', zoneId),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await tx.deleteFrom('emergency_contacts').where('plan_id', '=', plan.id).execute()
  await run(tx)`insert into emergency_contacts (plan_id, user_id)
    select ${plan.id}, person from unnest(${[...contactIds]}::uuid[]) person group by person`
  return true
}

/**
 * Makes the plans of a zone, which must be locked, name only points that it has. `renamed` is a point with a new name. Returns the
 * names of the plans that change.
 */
export async function keepNamedPoints(
  tx: Tx,
  zoneId: string,
  { names, renamed }: { names: readonly string[]; renamed?: { from: string; to: string } | undefined },
): Promise<string[]> {
  const rows = await many(tx)<{ name: string }>`
    with kept as (
      select p.id, array(
          select case when named.name = ${renamed?.from ?? null}::text then ${renamed?.to ?? null}::text else named.name end
          from unnest(p.point_names) with ordinality named (name, position)
          where case when named.name = ${renamed?.from ?? null}::text then ${renamed?.to ?? null}::text else named.name end
            = any(${[...names]}::text[])
          order by named.position) as point_names
      from emergency_plans p where p.zone_id = ${zoneId})
    update emergency_plans p set point_names = kept.point_names, updated_at = clock_timestamp()
    from kept where kept.id = p.id and kept.point_names <> p.point_names returning p.name`
  return rows.map(it => it.name).sort()
}

/** Deletes a plan; returns its name, or undefined if the zone has none with this id. */
export async function deletePlan(tx: Tx, zoneId: string, planId: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('emergency_plans')
    .where('id', '=', planId)
    .where('zone_id', '=', zoneId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Lists open emergencies with a reminder that is due, longest overdue first. Index: emergencies_reminders. */
export const listDueReminders = (tx: Tx, limit: number) =>
  manyValues(tx)<string>`
    select id from emergencies where all_clear_at is null and least(ask_again_at, tell_at) <= now()
    order by least(ask_again_at, tell_at) limit ${limit}`

/** Returns the milliseconds until the next reminder is due, null if there is none. Index: emergencies_reminders. */
export async function readNextReminderMs(tx: OwnerTx): Promise<number | null> {
  const { ms } = await one(tx)<{ ms: number | null }>`
    select greatest(0, extract(epoch from min(least(ask_again_at, tell_at)) - clock_timestamp()) * 1000)::float8 as ms
    from emergencies where all_clear_at is null and least(ask_again_at, tell_at) is not null`
  return ms === null ? null : Math.ceil(ms)
}

type DueReminders = { readonly asks: boolean; readonly tells: boolean; readonly minutes: number }

/** Reads what is due for a locked emergency, and the whole minutes since it was declared, by the clock of the database. */
export async function readDue(tx: Tx, emergencyId: string): Promise<DueReminders> {
  const row = await oneOrNone(tx)<DueReminders>`
    select coalesce(ask_again_at <= now(), false) as asks, coalesce(tell_at <= now(), false) as tells,
      greatest(1, floor(extract(epoch from now() - declared_at) / 60))::integer as minutes
    from emergencies where id = ${emergencyId}`
  return row ?? { asks: false, tells: false, minutes: 1 }
}

/** Keeps for the report what was sent. */
export const noteSent = (tx: Tx, emergencyId: string, { what, people }: Omit<SentReminder, 'at'>) =>
  run(tx)`update emergencies set sent_reminders = (
      select jsonb_agg(its.sent order by its.place) from jsonb_array_elements(sent_reminders
        || jsonb_build_array(jsonb_build_object('at', now(), 'what', ${what}::text, 'people', ${people}::integer)))
        with ordinality its (sent, place)
      where its.place > jsonb_array_length(sent_reminders) - ${askAgainMost}::integer)
    where id = ${emergencyId}`

/**
 * Notes that people are asked again, and when next: a whole interval after this time was due. A server that was away asks once, not for
 * every time it missed.
 */
export async function noteAskedAgain(tx: Tx, emergencyId: string): Promise<void> {
  await run(tx)`update emergencies set asked_again = asked_again + 1,
      ask_again_at = case when asked_again + 1 < ${askAgainMost} then ask_again_minutes * interval '1 minute'
        + case when ask_again_at + ask_again_minutes * interval '1 minute' > now() then ask_again_at else now() end end
    where id = ${emergencyId}`
}

/** True if an emergency has a contact who can still be told. */
export async function hasContacts(tx: Tx, emergencyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('emergency_contacts as c')
    .select('c.user_id')
    .where('c.emergency_id', '=', emergencyId)
    .where(isContactReachable)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const clearContactTime = (tx: Tx, emergencyId: string) =>
  tx.updateTable('emergencies').set({ tell_at: null }).where('id', '=', emergencyId).execute()
