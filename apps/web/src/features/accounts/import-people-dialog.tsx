import { plural, t } from '@lingui/core/macro'
import { maxPeopleAtOnce } from '@muster/contract/accounts.ts'
import { limits } from '@muster/domain/limits.ts'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { TableImportForm, useTableImport } from '../imports/public.ts'
import {
  type ImportResult,
  importedRoles,
  type PersonToImport,
  readPeopleFile,
  sendPeople,
  whySkipped,
} from './import-people.ts'
import { PeoplePreview } from './people-preview.tsx'

type Props = { onClose: () => void }

const maxPeople = formatCount(limits.importMaxPeople)

/**
 * Creates and changes users from a CSV file: parses it in the browser, validates it with a dry run on the server, shows a preview,
 * then imports the users.
 */
export const ImportPeopleDialog = inDialog(ImportForm, { title: t`Import people`, width: 720 })

/** The column names as the parser knows them, the same in every language. */
const requiredColumns = 'First name, Last name, Email'
const optionalColumns = 'Phone, Role, Zones'
const templateCsv = 'First name,Last name,Email,Phone,Role,Zones\n'

function ImportForm({ onClose }: Props) {
  const run = useTableImport<PersonToImport, ImportResult>({
    read: readPeopleFile,
    batchSize: maxPeopleAtOnce,
    send: (people, step) => sendPeople(api.accounts.createMany, people, step),
    previews: true,
    whySkipped,
    done: describeResults,
    onClose,
    invalidates: [orpc.accounts.key()],
  })
  const withResults = (outcome: ImportResult['outcome']) =>
    (run.file?.rows ?? []).flatMap(person => {
      const result = run.preview?.get(person.line)
      return result?.outcome === outcome ? [{ ...person, ...result }] : []
    })
  const [newPeople, changedPeople] = [withResults('new'), withResults('changed')]
  return (
    <TableImportForm
      run={run}
      kind="people"
      label={t`CSV file`}
      description={t`The first row must contain the column names: ${requiredColumns}, and optionally ${optionalColumns}. Roles: ${importedRoles}. Write zones like “North yard: App User; Depot”. The file adds users and changes existing ones; it removes nobody, and empty cells change nothing. Up to ${maxPeople} people and 10 MB. You’ll see a preview first.`}
      template={{ fileName: 'people.csv', text: templateCsv }}
      tooMany={{
        title: t`Too many people`,
        text: t`The file has more than ${maxPeople} people. Only the first ${maxPeople} will be imported. Put the rest in another file.`,
      }}
      rows={[...newPeople, ...changedPeople].sort((a, b) => a.line - b.line)}
      submitLabel={submitLabel(newPeople.length, changedPeople.length)}
      toWorkingLabel={(current, total) => t`Importing ${current} of ${total}…`}
      progressLabel={t`Importing users`}
      toSoFarText={done =>
        plural(done, {
          one: '# user imported so far. Try again to continue from there.',
          other: '# users imported so far. Try again to continue from there.',
        })
      }
      onClose={onClose}
    >
      <PeoplePreview
        people={newPeople}
        changed={changedPeople}
        unchangedCount={withResults('same').length}
        refused={run.skipped}
      />
    </TableImportForm>
  )
}

function describeResults(results: readonly ImportResult[], skipped: string | undefined) {
  const count = (outcome: ImportResult['outcome']) => results.filter(it => it.outcome === outcome).length
  // If the response to a batch was lost, its users are already as in the file on the retry.
  const [createdCount, changedCount, earlier] = [count('new'), count('changed'), count('same')]
  const sentences = [
    createdCount > 0 &&
      plural(createdCount, {
        one: '# user created and invited by email.',
        other: '# users created and invited by email.',
      }),
    changedCount > 0 && plural(changedCount, { one: '# user changed.', other: '# users changed.' }),
    earlier > 0 &&
      plural(earlier, {
        one: '# user was already as in the file.',
        other: '# users were already as in the file.',
      }),
    skipped,
  ]
  return [t`Import finished`, sentences.filter(Boolean).join(' ')] as const
}

function submitLabel(newCount: number, changedCount: number): string {
  if (newCount > 0 && changedCount > 0) {
    const count = newCount + changedCount
    return plural(count, { one: 'Import # user', other: 'Import # users' })
  }
  if (changedCount > 0) return plural(changedCount, { one: 'Change # user', other: 'Change # users' })
  if (newCount > 0) return plural(newCount, { one: 'Create # user', other: 'Create # users' })
  return t`Import`
}
