import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileInput, Text } from '@mantine/core'
import { badgesAtOnceMost } from '@muster/domain/badge.ts'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { ImportPreview, type PreviewRow } from './import-preview.tsx'
import { type BadgeFileRow, readBadgesFile } from './read-badges-file.ts'

type Props = { zoneId: string; opened: boolean; onClose: () => void }

const maxBytes = 1024 * 1024
const maxRows = formatCount(badgesAtOnceMost)
/** The column names as the parser knows them, the same in every language. */
const columnNames = 'Badge, Name, Company, Phone, Email, User code'

export function ImportBadgesDialog({ opened, onClose, zoneId }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Import badges`} width={520}>
      <ImportForm zoneId={zoneId} onClose={onClose} />
    </ResponsiveDialog>
  )
}

const toRequest = (zoneId: string, rows: readonly BadgeFileRow[]) => ({
  zoneId,
  rows: rows.map(({ line: _, ...it }) => it),
})

function ImportForm({ zoneId, onClose }: Omit<Props, 'opened'>) {
  const [rows, setRows] = useState<readonly BadgeFileRow[]>([])
  const [problem, setProblem] = useState<string>()
  const [preview, setPreview] = useState<readonly PreviewRow[]>()
  /** The file whose preview is shown, because the answer for an earlier one may come later. */
  const chosenFile = useRef<File | null>(null)
  const check = useAct({
    call: (input: { file: File; rows: readonly BadgeFileRow[] }) =>
      api.badges.import({ ...toRequest(zoneId, input.rows), isPreview: true }),
    onDone: (result, input) => {
      if (chosenFile.current === input.file)
        setPreview(
          result.rows.flatMap((it, index) => {
            const row = input.rows[index]
            return row ? [{ ...row, ...it, name: it.name || row.name || row.email || row.userCode }] : []
          }),
        )
    },
  })
  const assign = useAct({
    call: () => api.badges.import({ ...toRequest(zoneId, rows), isPreview: false }),
    onDone: onClose,
    done: ({ assigned }) => plural(assigned, { one: '# badge assigned', other: '# badges assigned' }),
    invalidates: [orpc.badges.key()],
  })
  const choose = async (file: File | null) => {
    chosenFile.current = file
    setRows([])
    setProblem(undefined)
    setPreview(undefined)
    assign.reset()
    check.reset()
    if (!file) return
    if (file.size > maxBytes) return setProblem(t`The file is too large.`)
    const parsed = readBadgesFile(await file.text().catch(() => ''))
    if (chosenFile.current !== file) return
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
    if (parsed.rows.length > 0) check.mutate({ file, rows: parsed.rows })
  }
  const usableCount = preview?.filter(it => it.result === 'member' || it.result === 'other').length ?? 0
  return (
    <ActForm
      form={{ act: assign, onClose }}
      label={
        usableCount === 0
          ? t`Import badges`
          : plural(usableCount, { one: 'Import # badge', other: 'Import # badges' })
      }
      workingLabel={t`Importing…`}
      disabled={usableCount === 0}
      failed={t`The badges couldn’t be imported. Try again.`}
    >
      <FileInput
        label={t`CSV file`}
        description={t`The first row must contain the column names: ${columnNames}. Members are found by email, user code or name. Badges that already have a holder are reassigned.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={t`Choose a file`}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        leftSection={<IconFileImport size="1.125rem" aria-hidden />}
        clearable
        onChange={file => void choose(file)}
      />
      {problem && <ProblemAlert>{problem}</ProblemAlert>}
      <FailedAct act={check} failed={t`The file couldn’t be checked. Choose it again.`} />

      {check.isPending && <ListSkeleton count={1} />}
      {preview && <ImportPreview rows={preview} />}
      {preview && usableCount === 0 && (
        <Text size="sm">
          <Trans>None of the rows in this file can be imported.</Trans>
        </Text>
      )}
    </ActForm>
  )
}
