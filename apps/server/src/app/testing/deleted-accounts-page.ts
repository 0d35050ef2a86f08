import { fileURLToPath } from 'node:url'
import { sourceLanguage } from '@muster/domain/language.ts'
import {
  type DeletionOutcome,
  listPersonalData,
  type PersonalDataKind,
  personalData,
} from '@muster/domain/personal-data.ts'
import { render } from '../../lib/texts/render.ts'
import { collectFromFeatures } from '../features.ts'
import type { TableFacts } from './table-facts.ts'

export const deletedAccountsPagePath = fileURLToPath(
  new URL('../../../../../docs/deleted-accounts.md', import.meta.url),
)

const personalLists = collectFromFeatures('personalData').flat()

/** The kinds of personal data in tables that the archive does not read. */
const kindsByTable: Readonly<Record<string, PersonalDataKind>> = {
  'auth.pending_sign_ins': 'profile',
  'auth.recovery_codes': 'profile',
  alert_deliveries: 'alerts',
  broadcast_group_links: 'broadcasts',
  webhook_deliveries: 'presence',
}

/** Columns that name people without a foreign key, in large logs that are either cleared separately or kept. */
const unlinkedColumns = [
  'alert_deliveries.user_id',
  'position_checks.user_id',
  'security_events.actor_id',
  'security_events.affected_user_id',
  'webhook_deliveries.person_id',
]

/**
 * Returns every column that names a person, by kind of data. The kind comes from the feature's list of personal data; columns that
 * merely lose the name of somebody who did something count as administration. Throws if rows are deleted with a person although
 * their list's kind of data is not.
 */
export function groupPersonColumns(tables: readonly TableFacts[]): Map<PersonalDataKind, string[]> {
  const columns = tables.flatMap(table =>
    table.columns.flatMap(({ name, person }) => {
      const column = `${table.name}.${name}`
      const kind = personalLists.find(it => it.table === table.name)?.kind ?? kindsByTable[table.name]
      if (unlinkedColumns.includes(column) && kind) return { column, kind }
      if (!person) return []
      if (kind && personalData[kind].fate === person) return { column, kind }
      if (person === 'removed')
        throw new Error(
          `Rows go with ${column}: give their list a kind of data that is removed with the account.`,
        )
      return { column, kind: 'administration' as const }
    }),
  )
  const columnsByKind = Map.groupBy(columns, ({ kind }) => kind)
  return new Map(
    [...columnsByKind].map(([kind, kindColumns]) => [kind, kindColumns.map(({ column }) => column)]),
  )
}

const titlesByOutcome: Readonly<Record<DeletionOutcome, string>> = {
  removed: 'Removed with the account',
  nameless: 'Kept without the person’s name because others rely on it',
  logged: 'Kept under the account’s ID',
}

/** Generates the page about what happens to a person's data when the account is deleted. */
export function renderDeletedAccountsPage(): string {
  const sections = (Object.keys(titlesByOutcome) as DeletionOutcome[]).map(outcome => {
    const items = listPersonalData(outcome).map(
      kind => `- ${render(personalData[kind].words, sourceLanguage)}`,
    )
    return `## ${titlesByOutcome[outcome]}\n\n${items.join('\n')}\n`
  })
  return `# Deleted accounts

Generated from \`packages/domain/src/personal-data.ts\` by \`npm run generate\`. Do not edit. The dialogs that delete an account and "What is
kept about me" in Settings show the same list. The kind of each row is in its feature's list of personal data (\`PersonalList\`); a test compares
these lists with every column that names a person.

${sections.join('\n')}
Readings are erased within minutes; everything else goes in the transaction of the deletion, but for copies in passing: changes for open
screens (\`feed_events\`) have the account’s ID, and some its name and address, until they are dropped after seven days; a finished job of
the queue has the address that its mail went to for about an hour, and mails that are written to files stay in \`DATA_DIR/mail\` for 14 days.
Scheduled broadcasts of the person are recalled, and those who may send in the zone are alerted. Alerts of others that are about the person, such as calls for help, are removed.
Texts that people wrote, and alerts, mails and files that others already received, are not searched for the name. The security log
is kept for \`SECURITY_LOG_DAYS\`.
`
}
