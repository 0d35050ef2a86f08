import { t } from '@lingui/core/macro'
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
import { FoundPeople, peopleWords } from './found-people.tsx'
import {
  importedRoles,
  type Outcome,
  outcomeWords,
  type PeopleToImport,
  type PersonToImport,
  readPeopleFile,
  sendPeople,
} from './import-people.ts'

type Props = { opened: boolean; onClose: () => void }

/** Creates users from a CSV file: parses it here, validates it with a dry run on the server, shows a preview, then creates. */
export function ImportPeopleDialog({ opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Import people`} width={720}>
      <ImportForm onClose={onClose} />
    </ResponsiveDialog>
  )
}

const example = t`First name,Last name,Email,Phone,Role
`

function ImportForm({ onClose }: Omit<Props, 'opened'>) {
  const [file, setFile] = useState<PeopleToImport>()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState(0)
  /** The outcomes of the dry run and of the import, by line of the file. */
  const [found, setFound] = useState<ReadonlyMap<number, Outcome>>()
  const made = useRef(new Map<number, Outcome>())
  const countMade = () => [...made.current.values()].filter(outcome => outcome === 'new').length
  const isNew = ({ line }: PersonToImport) => found?.get(line) === 'new'

  const check = useAct({
    call: async ({ people }: PeopleToImport) => {
      const outcomes = new Map<number, Outcome>()
      await sendPeople(api.accounts.createMany, people, outcomes, { dryRun: true, onProgress: setDone })
      return outcomes
    },
    onDone: setFound,
  })
  const create = useAct({
    call: (people: readonly PersonToImport[]) =>
      sendPeople(api.accounts.createMany, people, made.current, { dryRun: false, onProgress: setDone }),
    onDone: onClose,
    done: (_, people) => {
      const count = countMade()
      // When the response to a batch was lost, its users already exist on the retry.
      const there = people.length - count
      return [
        t`Import finished`,
        t`${peopleWords(count)} created. Each was mailed an invitation.${there > 0 ? ` ${peopleWords(there)} had an account by then.` : ''}`,
      ]
    },
    invalidates: [orpc.accounts.key()],
  })
  const choose = async (chosen: File | null) => {
    setFile(undefined)
    setFound(undefined)
    setProblem(undefined)
    setDone(0)
    made.current = new Map()
    check.reset()
    create.reset()
    if (!chosen) return
    const read = await readPeopleFile(chosen).catch(() => ({ problem: t`The file could not be read.` }))
    if ('problem' in read) return setProblem(read.problem)
    setFile(read)
    check.mutate(read)
  }
  const wanted = file?.people.filter(isNew) ?? []
  const refused = [
    ...(file?.refused ?? []),
    ...(file?.people ?? []).flatMap(({ line, form }) => {
      const outcome = found?.get(line)
      if (!outcome || outcome === 'new') return []
      return [{ line, name: `${form.firstName} ${form.lastName}`, why: outcomeWords[outcome] }]
    }),
  ].sort((a, b) => a.line - b.line)
  const total = create.isPending || create.isError ? wanted.length : (file?.people.length ?? 0)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setDone(made.current.size)
        create.mutate(wanted)
      }}
    >
      <Stack>
        <FileInput
          label={t`CSV file`}
          description={t`With a first row that names the columns: First name, Last name, Email, and, if you like, Phone and Role (${importedRoles}). At most ${formatCount(limits.importMaxPeople)} people and 10 MB. Nobody is created before you have seen what is in it.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`Choose a file`}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          leftSection={<IconFileImport size="1.125rem" aria-hidden />}
          clearable
          clearButtonProps={{ 'aria-label': t`Remove the file` }}
          disabled={create.isPending}
          onChange={chosen => void choose(chosen)}
        />
        {!file && (
          <Button
            variant="subtle"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => downloadText('people.csv', example, 'text/csv')}
          >
            <Trans>Download an empty file</Trans>
          </Button>
        )}
        {problem && <ProblemAlert title={t`This file cannot be read`}>{problem}</ProblemAlert>}
        {file?.tooMany && (
          <ProblemAlert title={t`Not everybody is in`}>
            <Trans>
              The file holds more than {formatCount(limits.importMaxPeople)} people. The first{' '}
              {formatCount(limits.importMaxPeople)} are taken; import the others with another file.
            </Trans>
          </ProblemAlert>
        )}
        {(check.isPending || create.isPending) && (
          <Progress
            value={(done / Math.max(1, total)) * 100}
            aria-label={check.isPending ? t`Checking the file` : t`Creating users`}
            animated
          />
        )}
        {check.isError && (
          <ProblemAlert>
            {errorText(check.error, t`The file could not be checked. Please choose it again.`)}
          </ProblemAlert>
        )}
        {file && found && <FoundPeople people={wanted} refused={refused} />}
        {create.isError && (
          <ProblemAlert>
            {errorText(create.error, t`The import stopped. Please try again.`)}{' '}
            {made.current.size > 0 &&
              t`${peopleWords(countMade())} created so far; trying again goes on from there.`}
          </ProblemAlert>
        )}
      </Stack>
      <FormButtons
        label={wanted.length === 0 ? t`Create users` : t`Create ${peopleWords(wanted.length)}`}
        workingLabel={t`Creating ${formatCount(done)} of ${formatCount(wanted.length)}…`}
        working={create.isPending}
        disabled={wanted.length === 0 || create.isSuccess}
        onCancel={onClose}
      />
    </form>
  )
}
