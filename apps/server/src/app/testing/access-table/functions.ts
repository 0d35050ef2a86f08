import { type RawBuilder, sql } from 'kysely'
import { defaultClientId, testBox } from '../../../testing/factories.ts'
import { findMate, findZone, type TriedWorld } from './known-tables.ts'
import type { Person } from './people.ts'
import type { Subject } from './reach.ts'
import { createId } from './traces.ts'

/**
 * Functions that requests may call although they bypass row-level security. They neither reveal nor change anything about others,
 * unless the caller may see all accounts anyway.
 */
export const ownFunctions: readonly string[] = [
  'accept_invitation',
  'account_consent',
  'actor_can',
  'actor_captain_emergencies',
  'actor_captain_zones',
  'actor_chats',
  'actor_folders',
  'actor_keeps_file',
  'actor_keeps_report_mails',
  'actor_managed_clients',
  'actor_may_end_emergency',
  'actor_role',
  'actor_rooms',
  'actor_seen_clients',
  'actor_sees_emergency',
  'actor_sees_member_photo',
  'actor_tracked_zones',
  'actor_uploaded',
  'actor_waiting_broadcasts',
  'actor_watchers',
  'actor_zones',
  'actor_zones_with',
  'audit_rls_compliance',
  'count_passkeys',
  'decline_invitation',
  'finding_origin',
  'has_joined',
  'has_password',
  'has_second_step',
  'has_several_clients',
  'is_file_of_broadcast',
  'is_located',
  'is_reader',
  'link_security_events',
  'list_removed_owners',
  'note_import',
  'only_client',
  'own_call_for_help',
  'own_organisations',
  'own_reading_language',
  'own_sign_in',
  'pending_email',
  'question_contacts',
  'zone_time_zone',
]

/**
 * Functions that the program calls for a write: they return its audience, append its events and alerts, or rewrite events. They bypass
 * row-level security, because the audience includes people whom the actor may not list.
 */
export const programFunctions: readonly string[] = [
  'alerted_helpers',
  'announce_client',
  'append_events',
  'attendance_keepers',
  'claim_read_event',
  'end_call_for_help',
  'folder_audience',
  'hazard_audience',
  'helpers_of',
  'raise_alerts',
  'recipients_of',
  'replace_alerts',
  'rewrite_message_events',
  'sees_hazard',
  'tracking_request_view',
  'waiting_readers',
  'waiting_recipients',
  'zone_request_deciders',
]

type FunctionCall = {
  /** The function's reach, in the format of the lines in database.ts. */
  readonly reach: string
  /** The test call. No result, or an empty one, means that it had no effect. */
  readonly probe: (subject: Subject, person: Person) => RawBuilder<{ it: unknown }>
}

/** Returns the functions that affect others, each with its expected reach and a test call. */
export function listFunctionCalls(world: TriedWorld): Readonly<Record<string, FunctionCall>> {
  const zoneFor = (subject: Subject) => findZone(world, subject)
  const mateFor = (subject: Subject) => findMate(world, subject)
  const box = JSON.stringify(testBox)
  return {
    actor_doubtful: {
      reach: 'in zone: super admin client rw ro',
      probe: at =>
        sql`select user_id as it from actor_doubtful(array[${zoneFor(at)}::uuid], current_date - 2, current_date + 2, 'UTC')
      where user_id = ${mateFor(at)}`,
    },
    assign_user_to_zone: {
      reach: 'account: super admin',
      probe: at => sql`select outcome as it from assign_user_to_zone(${world.newcomer.id}, ${zoneFor(at)})`,
    },
    change_member_role: {
      reach: 'in zone: super admin rw',
      probe: at =>
        sql`select outcome as it from change_member_role(${zoneFor(at)}, ${mateFor(at)}, 'app_user')`,
    },
    count_broadcast_reach: {
      reach: 'in zone: super rw',
      probe: at =>
        sql`select sum(people) as it from count_broadcast_reach(${zoneFor(at)}, '{}', '{}', false, null, true)`,
    },
    count_of_client: {
      reach: 'account: super admin client',
      probe: () => sql`select people as it from count_of_client(${defaultClientId})`,
    },
    count_people_of_zones: {
      reach: 'in zone: super admin mgr sup client rw ro',
      probe: at => sql`select nullif(count_people_of_zones(array[${zoneFor(at)}::uuid]), 0) as it`,
    },
    count_zone_people: {
      reach: 'in zone: super admin client rw ro',
      probe: at => sql`select "all" as it from count_zone_people(${zoneFor(at)}, false, '1 hour')`,
    },
    create_zone: {
      reach: 'account: super admin client',
      probe: () =>
        sql`select (create_zone(${crypto.randomUUID()}, null, false, '', 'x', null, null, ${box}, 1, 1, 2, 2)).zone_id as it`,
    },
    end_question: {
      reach: 'in zone: super rw',
      probe: at => sql`select true as it where end_question(${createId('sent', mateFor(at))})`,
    },
    expected_shifts: {
      reach: 'in zone: super admin client rw ro',
      probe: at =>
        sql`select user_id as it from expected_shifts(array[${zoneFor(at)}::uuid], (now() at time zone 'UTC')::date + 1,
      (now() at time zone 'UTC')::date + 1, 'UTC') where user_id = ${mateFor(at)}`,
    },
    group_people: {
      reach: 'in zone: super admin client rw ro',
      probe: at =>
        sql`select user_id as it from group_people(${createId('group', mateFor(at))}, null, null, null, 9)`,
    },
    hazard_candidates: {
      reach: 'in zone: super admin client rw',
      probe: at =>
        sql`select user_id as it from hazard_candidates(${zoneFor(at)}, null, null, interval '1 minute', 9)`,
    },
    link_user_by_code: {
      reach: 'in zone: super admin client rw',
      probe: at =>
        sql`select id as it from link_user_by_code(${world.newcomer.userCode}, ${zoneFor(at)}, 'app_user')`,
    },
    list_confirmations: {
      reach: 'in zone: super admin client rw ro',
      probe: at => sql`select user_id as it from list_confirmations(${createId('document', mateFor(at))}, 9)`,
    },
    list_readers: {
      reach: 'in zone: super admin client rw ro',
      probe: at => sql`select user_id as it from list_readers(${createId('document', mateFor(at))})`,
    },
    list_tracking_requests: {
      reach: 'entered: super admin rw ro',
      probe: at =>
        sql`select request as it from list_tracking_requests(100) where request ->> 'userId' = ${mateFor(at)}`,
    },
    located_members: {
      reach: 'in zone: super admin rw ro',
      probe: at => sql`select user_id as it from located_members(${zoneFor(at)})`,
    },
    may_broadcast: {
      reach: 'in zone: super rw',
      probe: at => sql`select true as it where may_broadcast(${zoneFor(at)})`,
    },
    organisation_people: {
      reach: 'account: super admin client',
      probe: at =>
        sql`select user_id as it from organisation_people(${defaultClientId}, '', null, null, 1000) where user_id = ${mateFor(at)}`,
    },
    people_of_zones: {
      reach: 'in zone: super admin mgr sup client rw ro',
      probe: at =>
        sql`select user_id as it from people_of_zones(array[${zoneFor(at)}::uuid], null, null, null, null, 9)`,
    },
    person_names: {
      reach: 'in zone: all',
      probe: at => sql`select id as it from person_names(array[${mateFor(at)}::uuid])`,
    },
    pin_of_member: {
      reach: 'in zone: super admin client rw',
      probe: at => sql`select failures as it from pin_of_member(${zoneFor(at)}, ${mateFor(at)})`,
    },
    rare_broadcasts: {
      reach: 'in zone: super admin client rw ro',
      probe: at => sql`select rare_broadcasts('nowhere', ${zoneFor(at)}) as it`,
    },
    rare_hazards: {
      reach: 'in zone: super admin client rw ro user',
      probe: at => sql`select rare_hazards('nowhere', ${zoneFor(at)}) as it`,
    },
    remind_broadcast: {
      reach: 'in zone: super rw',
      probe: at => sql`select remind_broadcast(${createId('sent', mateFor(at))}) as it`,
    },
    roll_reach: {
      reach: 'in zone: super admin client rw ro',
      probe: at =>
        sql`select call_state as it from roll_reach(array[${createId('on roll', mateFor(at))}::uuid])`,
    },
    send_broadcast: {
      reach: 'in zone: super rw',
      probe: (at, { id }) => sql`select send_broadcast(${createId('waiting', id, zoneFor(at))}) as it`,
    },
    set_zone_permissions: {
      reach: 'in zone: super admin',
      probe: at => sql`select set_zone_permissions(${zoneFor(at)}, ${mateFor(at)}, '{}', '{}') as it`,
    },
    unlink_member: {
      reach: 'in zone: super admin client rw',
      probe: at => sql`select outcome as it from unlink_member(${zoneFor(at)}, ${mateFor(at)})`,
    },
    zone_people: {
      reach: 'in zone: super admin client rw ro',
      probe: at =>
        sql`select user_id as it from zone_people(${zoneFor(at)}, null, null, true, false, null, null, null, 9)`,
    },
  }
}
