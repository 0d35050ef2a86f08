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

/** Tables that the archive does not read, each with the reason that its README.txt gives. */
export const excludedTables: Readonly<Record<string, MessageDescriptor>> = {
  'auth.verifications': msg`Links that were mailed or handed out: secrets, which work for an hour or, as an invitation, a week, and are removed then.`,
  'auth.recovery_codes': msg`Hashes of recovery codes, and nothing else.`,
  'auth.pending_sign_ins': msg`Sign-ins that wait for their second step: hashes, for some minutes.`,
  alert_orders: msg`Alerts on their way to many people, for some seconds: then they are in the list of alerts.`,
  alert_deliveries: msg`How far the sending of alerts came: the alerts are in their list.`,
  broadcast_group_links: msg`The groups of broadcasts: they are in the list of those one sent.`,
  feed_events: msg`Copies of changes on their way to screens, for seven days: what they tell is in the lists of this archive.`,
  webhook_deliveries: msg`Copies of changes on their way to receivers of the organisation, for two weeks: what they tell is in the lists of this archive.`,
  report_deliveries: msg`The addresses that scheduled reports of a zone went to: who added addresses is in their list.`,
  clients: msg`The organisations. Who onboarded or changed one is in the security log.`,
  webhooks: msg`Receivers of the organisation. Who changed one is in the security log.`,
  map_settings: msg`A setting of the installation. Who changed it is in the security log.`,
  zone_coordinates: msg`The corners of zones: the outlines of zones one created are in their list.`,
  rate_limits: msg`Counts of tries, under hashes, which nobody can read back and which end by themselves.`,
  removed_owners: msg`Of deleted accounts and zones alone, until their readings are erased.`,
  removed_files: msg`Of removed files alone, until they are erased.`,
  app_login: msg`Belongs to the installation.`,
  feed_floor: msg`Belongs to the installation.`,
  installation_facts: msg`Belongs to the installation.`,
  installation_secrets: msg`Belongs to the installation.`,
  role_permissions: msg`Belongs to the installation.`,
  schema_functions: msg`Belongs to the installation.`,
  schema_migrations: msg`Belongs to the installation.`,
  security_chain: msg`Belongs to the installation.`,
  webhook_cursor: msg`Belongs to the installation.`,
}
