import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileInput, Progress } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { downloadText } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { formatLeftOutRows, ImportLinks, skippedText } from '../imports/public.ts'
import {
  type ImportResult,
  importedRoles,
  listRefused,
  type PeopleToImport,
  type PersonToImport,
  type RefusedRow,
  readPeopleFile,
  sendPeople,
} from './import-people.ts'
import { PeoplePreview, SkippedRows } from './people-preview.tsx'

type Props = { opened: boolean; onClose: () => void }

const maxPeople = formatCount(limits.importMaxPeople)

/**
 * Creates and changes users from a CSV file: parses it in the browser, validates it with a dry run on the server, shows a preview,
 * then imports the users.
 */
export function ImportPeopleDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Import people`} width={720}>
      <ImportForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

/** The column names as the parser knows them, the same in every language. */
const requiredColumns = 'First name, Last name, Email'
const optionalColumns = 'Phone, Role, Zones'
const templateCsv = 'First name,Last name,Email,Phone,Role,Zones\n'

function ImportForm({ onClose }: Omit<Props, 'opened'>) {
  const [file, setFile] = useState<PeopleToImport>()
  const [problem, setProblem] = useState<string>()
  const [processedCount, setProcessedCount] = useState(0)
  /** The results of the dry run, by line number of the file. */
  const [previewByLine, setPreviewByLine] = useState<ReadonlyMap<number, ImportResult>>()
  /** The results of the import, by line number of the file. */
  const resultsByLine = useRef(new Map<number, ImportResult>())
  /** The import of the chosen file, which stays the same when somebody tries again. */
  const reference = useRef({ id: '', fileName: '' })
  const countResults = (outcome: ImportResult['outcome']) =>
    [...resultsByLine.current.values()].filter(it => it.outcome === outcome).length
  const listPeople = (outcome: ImportResult['outcome']) =>
    (file?.people ?? []).filter(({ line }) => previewByLine?.get(line)?.outcome === outcome)

  const check = useAct({
    call: async ({ people }: PeopleToImport) => {
      const results = new Map<number, ImportResult>()
      await sendPeople(api.accounts.createMany, people, results, {
        dryRun: true,
        onProgress: setProcessedCount,
      })
      return results
    },
    onDone: setPreviewByLine,
  })
  const create = useAct({
    call: async (people: readonly PersonToImport[]) => {
      await sendPeople(api.accounts.createMany, people, resultsByLine.current, {
        dryRun: false,
        import: reference.current,
        onProgress: setProcessedCount,
      })
      const leftOutRows = listLeftOut()
      await api.imports.end({
        importId: reference.current.id,
        leftOut: leftOutRows.length,
        ...(leftOutRows.length > 0 && { leftOutFile: toCsv(leftOutRows, limits.importLeftOutMaxBytes) }),
      })
    },
    // The rows that were refused only now stay on the screen.
    onDone: (_, people) => {
      if (listRefused(people, resultsByLine.current).length === 0) onClose()
    },
    done: () => {
      const [createdCount, changedCount] = [countResults('new'), countResults('changed')]
      // If the response to a batch was lost, its users are already as in the file on the retry.
      const earlier = countResults('same')
      const leftOutCount = listLeftOut().length
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
        leftOutCount > 0 && skippedText(leftOutCount),
      ]
      return [t`Import finished`, sentences.filter(Boolean).join(' ')]
    },
    invalidates: [orpc.accounts.key(), orpc.imports.key()],
  })
  const chooseFile = async (selected: File | null) => {
    setFile(undefined)
    setPreviewByLine(undefined)
    setProblem(undefined)
    setProcessedCount(0)
    resultsByLine.current = new Map()
    check.reset()
    create.reset()
    if (!selected) return
    reference.current = { id: uuidV7(), fileName: selected.name.slice(0, 200) }
    const parsedFile = await readPeopleFile(selected).catch(() => ({
      problem: t`The file couldn’t be read.`,
    }))
    if ('problem' in parsedFile) return setProblem(parsedFile.problem)
    setFile(parsedFile)
    check.mutate(parsedFile)
  }
  const withChanges = (people: readonly PersonToImport[]) =>
    people.flatMap(person => {
      const result = previewByLine?.get(person.line)
      return result ? [{ ...person, changes: result.changes, roles: result.roles }] : []
    })
  const newPeople = listPeople('new')
  const changedPeople = listPeople('changed')
  const sortRows = (rows: readonly RefusedRow[]) => rows.toSorted((a, b) => a.line - b.line)
  const refusedRows = sortRows([...(file?.refused ?? []), ...listRefused(file?.people ?? [], previewByLine)])
  /** The rows that the parser, the dry run or the import refused. */
  const listLeftOut = () => sortRows([...refusedRows, ...listRefused(peopleToSend, resultsByLine.current)])
  const toCsv = (rows: readonly RefusedRow[], maxBytes?: number) =>
    formatLeftOutRows(file?.heading ?? [], rows, maxBytes)
  const peopleToSend = [...newPeople, ...changedPeople].sort((a, b) => a.line - b.line)
  const count = peopleToSend.length
  const done = countResults('new') + countResults('changed')
  const current = formatCount(processedCount)
  const total = formatCount(count)
  const progressTotal = create.isPending || create.isError ? count : (file?.people.length ?? 0)
  return (
    <ActForm
      form={{
        act: create,
        submit: () => {
          setProcessedCount(resultsByLine.current.size)
          create.mutate(peopleToSend)
        },
        onClose,
      }}
      label={submitLabel(newPeople.length, changedPeople.length)}
      workingLabel={t`Importing ${current} of ${total}…`}
      disabled={count === 0 || create.isSuccess}
    >
      <FileInput
        label={t`CSV file`}
        description={
          !file &&
          t`The first row must contain the column names: ${requiredColumns}, and optionally ${optionalColumns}. Roles: ${importedRoles}. Write zones like “North yard: App User; Depot”. The file adds users and changes existing ones; it removes nobody, and empty cells change nothing. Up to ${maxPeople} people and 10 MB. You’ll see a preview first.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t`Choose a file`}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        leftSection={<IconFileImport size="1.125rem" aria-hidden />}
        clearable
        clearButtonProps={{ 'aria-label': t`Remove file` }}
        disabled={create.isPending}
        onChange={selected => void chooseFile(selected)}
      />
      {!file && (
        <Button
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => downloadText('people.csv', templateCsv, 'text/csv')}
        >
          <Trans>Download a template</Trans>
        </Button>
      )}
      {problem && <ProblemAlert title={t`This file can’t be read`}>{problem}</ProblemAlert>}
      {file?.tooMany && (
        <ProblemAlert title={t`Too many people`}>
          <Trans>
            The file has more than {maxPeople} people. Only the first {maxPeople} will be imported. Put the
            rest in another file.
          </Trans>
        </ProblemAlert>
      )}
      {(check.isPending || create.isPending) && (
        <Progress
          value={(processedCount / Math.max(1, progressTotal)) * 100}
          aria-label={check.isPending ? t`Checking the file` : t`Importing users`}
          animated
        />
      )}
      <FailedAct act={check} failed={t`The file couldn’t be checked. Choose it again.`} />
      {create.isSuccess && <SkippedRows rows={listRefused(peopleToSend, resultsByLine.current)} />}
      {file && previewByLine && !create.isSuccess && (
        <PeoplePreview
          people={withChanges(newPeople)}
          changed={withChanges(changedPeople)}
          unchangedCount={listPeople('same').length}
          refused={refusedRows}
        />
      )}
      {file && previewByLine && !create.isPending && (
        <ImportLinks
          toLeftOutFile={
            listLeftOut().length > 0
              ? () => ({
                  kind: 'people',
                  fileName: reference.current.fileName,
                  text: toCsv(listLeftOut()),
                })
              : undefined
          }
          onLeave={onClose}
        />
      )}
      {create.isError && (
        <ProblemAlert>
          {errorText(create.error, t`The import stopped. Try again.`)}{' '}
          {resultsByLine.current.size > 0 &&
            plural(done, {
              one: '# user imported so far. Try again to continue from there.',
              other: '# users imported so far. Try again to continue from there.',
            })}
        </ProblemAlert>
      )}
    </ActForm>
  )
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
