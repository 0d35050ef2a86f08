import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { PersonalList } from '../../../platform/personal-list.ts'
import { archiveColumns } from './columns.generated.ts'

export type ArchiveList = PersonalList & { readonly columns: readonly string[] }

/** Returns the lists in the order of the archive, with their columns. */
export const createArchiveLists = (personalData: readonly PersonalList[]): readonly ArchiveList[] =>
  Object.entries(archiveColumns).map(([name, columns]) => {
    const list = personalData.find(it => it.name === name)
    if (!list) throw new Error(`No feature declares the list ${name}. Run npm run generate.`)
    return { ...list, columns }
  })

/** Tables that the archive does not read, each with the reason given in README.txt. */
export const excludedTables: Readonly<Record<string, MessageDescriptor>> = {
  assembly_points: msg`Assembly points of zones. They’re places, not about people.`,
  sweep_areas: msg`Areas of zones that wardens walk through. They’re places, not about people.`,
  par_rounds: msg`Rounds of teams in emergencies. Whom you confirmed in them is in the list of confirmations.`,
  drill_calendars: msg`How often zones drill. It’s not about people.`,
  emergency_plans: msg`Emergency plans of zones. They’re about zones, not people.`,
  'auth.verifications': msg`Links sent by email or handed out. They are secret, work for an hour (a week for invitations) and are then deleted.`,
  'auth.recovery_codes': msg`Only hashes of recovery codes.`,
  'auth.pending_sign_ins': msg`Sign-ins waiting for their second step, stored as hashes for a few minutes.`,
  alert_orders: msg`Alerts being sent to many people, for a few seconds. After that they are in the list of alerts.`,
  alert_deliveries: msg`Progress of sending alerts. The alerts themselves are in the list of alerts.`,
  sent_notices: msg`Which notices were sent already. The notices themselves are in the list of alerts.`,
  emergency_link_opens: msg`When responders opened links. They have no account.`,
  visitor_settings: msg`The notice for visitors and how long visits are kept, by zone. They’re not about people.`,
  emergency_findings: msg`Findings after emergencies. They’re in the list of hazards you reported.`,
  broadcast_group_links: msg`Groups that broadcasts were sent to. They’re in the list of broadcasts you sent.`,
  feed_events: msg`Copies of changes sent to open screens, kept for seven days. The same information is in the other lists of this archive.`,
  webhook_deliveries: msg`Copies of changes sent to the organisation’s webhooks, kept for two weeks. The same information is in the other lists of this archive.`,
  report_deliveries: msg`Addresses that scheduled zone reports were sent to. Those you added are in their own list.`,
  badge_settings: msg`How long zones keep the events of badges. The security log shows who changed it.`,
  badge_states: msg`The last event of each badge. Those of your badges are in their own list.`,
  clients: msg`Organisations. The security log shows who onboarded or changed them.`,
  webhooks: msg`The organisation’s webhooks. The security log shows who changed them.`,
  backup_runs: msg`About this installation, not about you.`,
  map_settings: msg`A setting of this installation. The security log shows who changed it.`,
  emergency_zones: msg`Zones of emergencies and drills. Those that called you are in the list of your emergencies.`,
  zone_coordinates: msg`Corners of zones. The outlines of zones you created are in the list of those zones.`,
  rate_limits: msg`Counts of attempts, stored under hashes that can’t be reversed. They expire on their own.`,
  removed_owners: msg`Only for deleted accounts and zones, until their readings are erased.`,
  removed_files: msg`Only for removed files, until they are erased.`,
  app_login: msg`About this installation, not about you.`,
  feed_floor: msg`About this installation, not about you.`,
  installation_facts: msg`About this installation, not about you.`,
  installation_secrets: msg`About this installation, not about you.`,
  role_permissions: msg`About this installation, not about you.`,
  schema_functions: msg`About this installation, not about you.`,
  schema_migrations: msg`About this installation, not about you.`,
  security_chain: msg`About this installation, not about you.`,
  webhook_cursor: msg`About this installation, not about you.`,
}
