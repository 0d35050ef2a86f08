import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileInput, Progress, Stack } from '@mantine/core'
import { limits } from '@muster/domain/limits.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { downloadText } from '../../lib/download-text.ts'
import { errorText } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import {
  type ImportOutcome,
  importedRoles,
  outcomeLabels,
  type PeopleToImport,
  type PersonToImport,
  readPeopleFile,
  sendPeople,
} from './import-people.ts'
import { PeoplePreview } from './people-preview.tsx'

type Props = { opened: boolean; onClose: () => void }

const maxPeople = formatCount(limits.importMaxPeople)

/**
 * Creates users from a CSV file: parses it in the browser, validates it with a dry run on the server, shows a preview, then creates
 * the users.
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
const optionalColumns = 'Phone, Role'
const templateCsv = 'First name,Last name,Email,Phone,Role\n'

function ImportForm({ onClose }: Omit<Props, 'opened'>) {
  const [file, setFile] = useState<PeopleToImport>()
  const [problem, setProblem] = useState<string>()
  const [processedCount, setProcessedCount] = useState(0)
  /** The outcomes of the dry run, by line number of the file. */
  const [dryRunOutcomesByLine, setDryRunOutcomesByLine] = useState<ReadonlyMap<number, ImportOutcome>>()
  /** The outcomes of the import, by line number of the file. */
  const outcomesByLine = useRef(new Map<number, ImportOutcome>())
  const countCreated = () => [...outcomesByLine.current.values()].filter(outcome => outcome === 'new').length
  const isNew = ({ line }: PersonToImport) => dryRunOutcomesByLine?.get(line) === 'new'

  const check = useAct({
    call: async ({ people }: PeopleToImport) => {
      const resultsByLine = new Map<number, ImportOutcome>()
      await sendPeople(api.accounts.createMany, people, resultsByLine, {
        dryRun: true,
        onProgress: setProcessedCount,
      })
      return resultsByLine
    },
    onDone: setDryRunOutcomesByLine,
  })
  const create = useAct({
    call: (people: readonly PersonToImport[]) =>
      sendPeople(api.accounts.createMany, people, outcomesByLine.current, {
        dryRun: false,
        onProgress: setProcessedCount,
      }),
    onDone: onClose,
    done: (_, people) => {
      const count = countCreated()
      const createdText = plural(count, {
        one: '# user created and invited by email.',
        other: '# users created and invited by email.',
      })
      // If the response to a batch was lost, its users already exist on the retry.
      const existing = people.length - count
      if (existing === 0) return [t`Import finished`, createdText]
      const existedText = plural(existing, {
        one: '# user already had an account.',
        other: '# users already had an account.',
      })
      return [t`Import finished`, `${createdText} ${existedText}`]
    },
    invalidates: [orpc.accounts.key()],
  })
  const chooseFile = async (selected: File | null) => {
    setFile(undefined)
    setDryRunOutcomesByLine(undefined)
    setProblem(undefined)
    setProcessedCount(0)
    outcomesByLine.current = new Map()
    check.reset()
    create.reset()
    if (!selected) return
    const parsedFile = await readPeopleFile(selected).catch(() => ({
      problem: t`The file couldn’t be read.`,
    }))
    if ('problem' in parsedFile) return setProblem(parsedFile.problem)
    setFile(parsedFile)
    check.mutate(parsedFile)
  }
  const newPeople = file?.people.filter(isNew) ?? []
  const refusedRows = [
    ...(file?.refused ?? []),
    ...(file?.people ?? []).flatMap(({ line, form }) => {
      const outcome = dryRunOutcomesByLine?.get(line)
      if (!outcome || outcome === 'new') return []
      return [{ line, name: `${form.firstName} ${form.lastName}`, why: outcomeLabels[outcome] }]
    }),
  ].sort((a, b) => a.line - b.line)
  const count = newPeople.length
  const created = countCreated()
  const current = formatCount(processedCount)
  const total = formatCount(count)
  const progressTotal = create.isPending || create.isError ? count : (file?.people.length ?? 0)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setProcessedCount(outcomesByLine.current.size)
        create.mutate(newPeople)
      }}
    >
      <Stack>
        <FileInput
          label={t`CSV file`}
          description={t`The first row must contain the column names: ${requiredColumns}, and optionally ${optionalColumns} (${importedRoles}). Up to ${maxPeople} people and 10 MB. You’ll see a preview before any accounts are created.`}
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
            aria-label={check.isPending ? t`Checking the file` : t`Creating users`}
            animated
          />
        )}
        {check.isError && (
          <ProblemAlert>
            {errorText(check.error, t`The file couldn’t be checked. Choose it again.`)}
          </ProblemAlert>
        )}
        {file && dryRunOutcomesByLine && <PeoplePreview people={newPeople} refused={refusedRows} />}
        {create.isError && (
          <ProblemAlert>
            {errorText(create.error, t`The import stopped. Try again.`)}{' '}
            {outcomesByLine.current.size > 0 &&
              plural(created, {
                one: '# user created so far. Try again to continue from there.',
                other: '# users created so far. Try again to continue from there.',
              })}
          </ProblemAlert>
        )}
      </Stack>
      <FormButtons
        label={
          count === 0 ? t`Create users` : plural(count, { one: 'Create # user', other: 'Create # users' })
        }
        workingLabel={t`Creating ${current} of ${total}…`}
        working={create.isPending}
        disabled={count === 0 || create.isSuccess}
        onCancel={onClose}
      />
    </form>
  )
}
