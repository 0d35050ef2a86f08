import { thumbnailPath } from '@muster/domain/attachment.ts'
import { HOUR_MS } from '@muster/domain/time-units.ts'
import { type NotNull, sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import type { Tx } from '../db/database.ts'
import { followAnswer, releaseBroadcast } from '../features/broadcasts/index.ts'
import { addedToGroup } from '../features/groups/index.ts'
import { hazardReported } from '../features/hazards/index.ts'
import type { FileStorage } from '../lib/file-storage.ts'
import { type WriteContext, write } from '../live/write.ts'
import { type DemoHazard, demoBroadcasts, demoGroups, demoHazards, demoTemplates } from './demo-news.ts'
import { drawStairs } from './draw-stairs.ts'
import { seedChat } from './seed-chat.ts'
import { seedFiles } from './seed-files.ts'

/** Age in hours after which all demo people have read an alert. */
const READ_AFTER_HOURS = 6

type World = {
  /** The ids of the demo's people and zones by key. */
  readonly people: ReadonlyMap<string, string>
  readonly zones: ReadonlyMap<string, string>
  readonly now: number
}

/**
 * Inserts hazards in every status, broadcasts with answers, groups with messages, templates, documents and the alerts about them,
 * as if after days of work.
 */
export async function seedNews(tx: Tx, world: World, files: Pick<FileStorage, 'put'>): Promise<void> {
  await write(tx, its => insertGroups(its, world))
  await insertTemplates(tx, world)
  await write(tx, async its => {
    for (const hazard of demoHazards) await insertHazard(its, world, hazard, files)
  })
  for (const broadcast of demoBroadcasts) await insertBroadcast(tx, world, broadcast)
  await write(tx, async its => {
    await seedChat(its, world, files)
    await seedFiles(its, world, files)
  })
  await markAlertsRead(tx, world)
}

const findIdIn = (ids: ReadonlyMap<string, string>, key: string): string => {
  const id = ids.get(key)
  if (!id) throw new Error(`The demo knows no ${key}`)
  return id
}
const hoursBefore = ({ now }: World, hours: number) => new Date(now - hours * HOUR_MS)

async function insertGroups({ tx, alert }: WriteContext, world: World): Promise<void> {
  for (const { zone, name, description, members } of demoGroups) {
    const zoneId = findIdIn(world.zones, zone)
    const createdBy = findIdIn(world.people, 'manager')
    const { id } = await tx
      .insertInto('groups')
      .values({ name, description, zone_id: zoneId, created_by: createdBy })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('group_members')
      .values(
        members.map(key => ({
          group_id: id,
          zone_id: zoneId,
          user_id: findIdIn(world.people, key),
          added_by: createdBy,
        })),
      )
      .execute()
    const memberIds = members.map(key => findIdIn(world.people, key)).filter(person => person !== createdBy)
    alert(addedToGroup({ id, name, zoneId, description }, id, memberIds))
  }
}

async function insertTemplates(tx: Tx, world: World): Promise<void> {
  await tx
    .insertInto('broadcast_templates')
    .values(
      demoTemplates.map(({ zone, answers, ...texts }) => ({
        ...texts,
        answers: answers.map(({ text }) => text),
        answer_meanings: answers.map(({ meaning }) => meaning),
        zone_id: findIdIn(world.zones, zone),
        created_by: findIdIn(world.people, 'manager'),
      })),
    )
    .execute()
}

async function insertHazard(
  { tx, alert }: WriteContext,
  world: World,
  it: DemoHazard,
  files: Pick<FileStorage, 'put'>,
): Promise<void> {
  const at = hoursBefore(world, it.hoursAgo)
  const findPersonId = (key: string) => findIdIn(world.people, key)
  const { id } = await tx
    .insertInto('hazards')
    .values({
      request_id: uuidV7(),
      title: it.title,
      description: it.description,
      severity: it.severity,
      status: it.status,
      zone_id: findIdIn(world.zones, it.zone),
      reported_by: findPersonId(it.by),
      latitude: it.at?.lat ?? null,
      longitude: it.at?.lng ?? null,
      accuracy_meters: it.at ? 6 : null,
      assignee_id: it.assignee ? findPersonId(it.assignee) : null,
      due_at: it.dueInHours === undefined ? null : hoursBefore(world, -it.dueInHours),
      due_told_at: it.dueInHours === undefined ? null : at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const steps = it.steps.map(({ by, hoursLater, status, note }) => ({
    hazard_id: id,
    kind: status ? 'status' : 'comment',
    actor_id: findPersonId(by),
    status: status ?? null,
    note,
    at: hoursBefore(world, it.hoursAgo - hoursLater),
  }))
  const reportedEvent = {
    hazard_id: id,
    kind: 'reported',
    actor_id: findPersonId(it.by),
    status: null,
    note: '',
    at,
  }
  await tx
    .insertInto('hazard_steps')
    .values([reportedEvent, ...steps])
    .execute()
  alert(
    hazardReported({ ...it, id, zoneId: findIdIn(world.zones, it.zone), reportedBy: findPersonId(it.by) }),
  )
  if (it.photo) await attachPhoto(tx, { hazardId: id, by: findPersonId(it.by), at }, files)
}

/** Attaches a generated photo, so that the demo needs no external material. */
async function attachPhoto(
  tx: Tx,
  { hazardId, by, at }: { hazardId: string; by: string; at: Date },
  files: Pick<FileStorage, 'put'>,
): Promise<void> {
  const { whole, small } = await drawStairs()
  const path = `hazard-attachments/${hazardId}/${at.getTime()}-demo.webp`
  await files.put(path, whole)
  await files.put(thumbnailPath(path), small)
  await tx
    .insertInto('stored_files')
    .values({
      request_id: uuidV7(),
      path,
      name: 'stairs.jpg',
      media_type: 'image/webp',
      size_bytes: whole.length,
      has_thumbnail: true,
      uploaded_by: by,
      hazard_id: hazardId,
      created_at: at,
    })
    .execute()
  await tx
    .updateTable('hazards')
    .set({ photo_urls: [path] })
    .where('id', '=', hazardId)
    .execute()
}

/** Sends a broadcast like any other, then backdates it and records some recipients as having answered or seen it. */
async function insertBroadcast(tx: Tx, world: World, it: (typeof demoBroadcasts)[number]): Promise<void> {
  const at = hoursBefore(world, it.hoursAgo)
  const senderId = findIdIn(world.people, it.by)
  const group = it.group
    ? await tx
        .selectFrom('groups')
        .select(['id', 'name'])
        .where('name', '=', it.group)
        .executeTakeFirstOrThrow()
    : undefined
  const broadcast = await tx
    .insertInto('broadcasts')
    .values({
      request_id: uuidV7(),
      title: it.title,
      message: it.message,
      priority: it.priority,
      sender_id: senderId,
      zone_id: it.zone === null ? null : findIdIn(world.zones, it.zone),
      target_groups: group ? [group.id] : [],
      target_group_names: group ? [group.name] : [],
      answers: (it.answers ?? []).map(({ text }) => text),
      answer_meanings: (it.answers ?? []).map(({ meaning }) => meaning),
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const { id } = broadcast
  if (group)
    await tx
      .insertInto('broadcast_group_links')
      .values({ broadcast_id: id, group_id: group.id, created_by: senderId })
      .execute()
  await write(tx, its => releaseBroadcast(its, broadcast))
  await tx.updateTable('broadcasts').set({ sent_at: at }).where('id', '=', id).execute()
  // Recipients are picked by their position in id order, so that the same share answers on every machine. People whose sign-ins are
  // offered answer for themselves.
  const demoAccountIds = ['member', 'manager', 'viewer', 'client'].map(key => findIdIn(world.people, key))
  const reachedShare = it.answered + (1 - it.answered) * it.seenShare
  await sql`
    update broadcast_recipients r set
      state = case when it.part < ${it.answered}::float8 and cardinality(b.answers) > 0 then 'answered'
        when it.part < ${reachedShare}::float8 then 'seen' else r.state end,
      answer = case when it.part < ${it.answered}::float8 and cardinality(b.answers) > 0
        then b.answers[case it.place when 1 then cardinality(b.answers) else 1 + it.place % 5 / 3 end] end,
      changed_at = ${at}::timestamptz + it.place * interval '2 minutes'
    from broadcasts b, (
      select user_id, row_number() over (order by user_id) - 1 as place,
        (row_number() over (order by user_id) - 1)::float8 / count(*) over () as part
      from broadcast_recipients where broadcast_id = ${id} and user_id <> all(${demoAccountIds}::uuid[])) it
    where r.broadcast_id = ${id} and b.id = ${id} and r.user_id = it.user_id`.execute(tx)
  const answeredRows = await tx
    .selectFrom('broadcast_recipients')
    .select(['user_id as userId', 'answer'])
    .where('broadcast_id', '=', id)
    .where('answer', 'is not', null)
    .$narrowType<{ answer: NotNull }>()
    .execute()
  await write(tx, async its => {
    for (const answeredRow of answeredRows) await followAnswer(its, broadcast, answeredRow)
  })
}

/** Dates alerts like their events, and deletes deliveries, because demo people have no real email addresses. */
async function markAlertsRead(tx: Tx, world: World): Promise<void> {
  await sql`
    update user_alerts a set created_at = coalesce(
      (select h.created_at from hazards h where h.id = (a.metadata ->> 'hazardId')::uuid),
      (select b.created_at from broadcasts b
        where b.id in ((a.metadata ->> 'broadcastId')::uuid, (a.metadata ->> 'answerTo')::uuid)),
      (select max(m.created_at) from group_messages m
        where a.source = 'group:' || m.group_id || ':mention' and a.user_id = any(m.mentions)),
      (select max(d.created_at) from documents d
        where a.type = 'document_upload' and d.title = split_part(a.title, ': ', 2)),
      ${hoursBefore(world, 24 * 6)})`.execute(tx)
  await sql`update user_alerts set is_read = created_at < ${hoursBefore(world, READ_AFTER_HOURS)}`.execute(tx)
  await tx.deleteFrom('alert_deliveries').execute()
}
