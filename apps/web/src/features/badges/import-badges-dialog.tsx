import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileInput, Stack, Text } from '@mantine/core'
import { badgesAtOnceMost } from '@muster/domain/badge.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { type BadgeFileRow, readBadgesFile } from './read-badges-file.ts'

type Props = { zoneId: string; opened: boolean; onClose: () => void }

const maxBytes = 1024 * 1024
const maxRows = formatCount(badgesAtOnceMost)
/** The column names as the parser knows them, the same in every language. */
const columnNames = 'Badge, Name, Company, Phone'

/** Assigns badges to people without accounts from a CSV file. */
export function ImportBadgesDialog({ opened, onClose, zoneId }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Import badges`} width={520}>
      <ImportForm zoneId={zoneId} onClose={onClose} />
    </ResponsiveDialog>
  )
}

function ImportForm({ zoneId, onClose }: Omit<Props, 'opened'>) {
  const [rows, setRows] = useState<readonly BadgeFileRow[]>([])
  const [problem, setProblem] = useState<string>()
  const assign = useAct({
    call: () => api.badges.assign({ zoneId, badges: rows.map(({ line: _, ...it }) => it) }),
    onDone: onClose,
    done: ({ assigned }) => plural(assigned, { one: '# badge assigned', other: '# badges assigned' }),
    invalidates: [orpc.badges.key()],
  })
  const choose = async (file: File | null) => {
    setRows([])
    setProblem(undefined)
    assign.reset()
    if (!file) return
    if (file.size > maxBytes) return setProblem(t`The file is too large.`)
    const parsed = readBadgesFile(await file.text().catch(() => ''))
    if ('problem' in parsed)
      return setProblem(
        parsed.problem === 'empty'
          ? t`The file is empty.`
          : t`The first row must contain the column names: ${columnNames}.`,
      )
    setRows(parsed.rows)
    const lines = parsed.skipped.slice(0, 10).join(', ')
    if (parsed.tooMany)
      setProblem(t`Only the first ${maxRows} rows are imported. Split the file for the others.`)
    else if (parsed.skipped.length > 0) setProblem(t`Rows without a number or a name are left out: ${lines}`)
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (rows.length > 0) assign.mutate()
      }}
    >
      <Stack>
        <FileInput
          label={t`CSV file`}
          description={t`The first row must contain the column names: ${columnNames}. Badges that belong to somebody already get the new holder. Members are assigned one by one.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={t`Choose a file`}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          leftSection={<IconFileImport size="1.125rem" aria-hidden />}
          clearable
          onChange={file => void choose(file)}
        />
        {problem && <ProblemAlert>{problem}</ProblemAlert>}
        {assign.error && (
          <ProblemAlert>
            {errorTextWithTime(assign.error, t`The badges couldn’t be imported. Try again.`)}
          </ProblemAlert>
        )}
        {rows.length > 0 && (
          <Text size="sm">
            <Trans>
              First row: {rows[0]?.number}, <span dir="auto">{rows[0]?.name}</span>
            </Trans>
          </Text>
        )}
      </Stack>
      <FormButtons
        label={plural(rows.length, { one: 'Import # badge', other: 'Import # badges' })}
        workingLabel={t`Importing…`}
        working={assign.isPending}
        disabled={rows.length === 0}
        onCancel={onClose}
      />
    </form>
  )
}
