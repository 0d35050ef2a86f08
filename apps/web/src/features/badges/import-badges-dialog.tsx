import { plural, t } from '@lingui/core/macro'
import { Stack, Text } from '@mantine/core'
import type { BadgeImportRow } from '@muster/contract/badges.ts'
import { badgesAtOnceMost } from '@muster/domain/badge.ts'
import { api, orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { SkippedRows, TableImportForm, useTableImport } from '../imports/public.ts'
import { type BadgeFileRow, columnNames, readBadgesFile } from './read-badges-file.ts'

type Props = { zoneId: string; onClose: () => void }

const maxRows = formatCount(badgesAtOnceMost)

const reasons: Readonly<Record<BadgeImportRow['result'], string | undefined>> = {
  member: undefined,
  other: undefined,
  unknown: t`No member found`,
  ambiguous: t`Several members match`,
  repeated: t`The same badge appears again further down`,
  carried: t`A visitor has this badge now`,
}

export const ImportBadgesDialog = inDialog(ImportForm, { title: t`Import badges`, width: 520 })

function ImportForm({ zoneId, onClose }: Props) {
  const run = useTableImport<BadgeFileRow, BadgeImportRow>({
    read: readBadgesFile,
    batchSize: badgesAtOnceMost,
    send: async (batch, step) =>
      (await api.badges.import({ zoneId, rows: batch.map(({ form }) => form), ...step })).rows,
    previews: true,
    whySkipped: ({ result }) => reasons[result],
    done: (results, skipped) => {
      const assigned = results.filter(it => reasons[it.result] === undefined).length
      if (assigned === 0) return undefined
      const title = plural(assigned, { one: '# badge assigned', other: '# badges assigned' })
      return skipped ? [title, skipped] : title
    },
    onClose,
    invalidates: [orpc.badges.key()],
  })
  const rows = (run.file?.rows ?? []).filter(row => {
    const judged = run.preview?.get(row.line)
    return judged !== undefined && reasons[judged.result] === undefined
  })
  const usableCount = rows.length
  return (
    <TableImportForm
      run={run}
      kind="badges"
      label={t`CSV file`}
      description={t`The first row must contain the column names: ${columnNames}. Members are found by email, user code or name. Badges that already have a holder are reassigned.`}
      tooMany={{
        title: t`Too many badges`,
        text: t`Only the first ${maxRows} rows are imported. Split the file for the others.`,
      }}
      rows={rows}
      submitLabel={
        usableCount === 0
          ? t`Import badges`
          : plural(usableCount, { one: 'Import # badge', other: 'Import # badges' })
      }
      toWorkingLabel={(current, total) => t`Importing ${current} of ${total}…`}
      progressLabel={t`Importing badges`}
      onClose={onClose}
    >
      <Counts results={[...(run.preview?.values() ?? [])]} />
      <SkippedRows rows={run.skipped} />
    </TableImportForm>
  )
}

function Counts({ results }: { results: readonly BadgeImportRow[] }) {
  const count = (result: BadgeImportRow['result']) => results.filter(it => it.result === result).length
  const [memberCount, otherCount] = [count('member'), count('other')]
  const changedCount = results.filter(it => it.changesHolder).length
  return (
    <Stack gap="xs" role="status">
      <Text>
        {plural(memberCount, { one: '# badge for a member', other: '# badges for members' })}
        {' · '}
        {plural(otherCount, {
          one: '# for a person without an account',
          other: '# for people without an account',
        })}
      </Text>
      {changedCount > 0 && (
        <Text>
          {plural(changedCount, {
            one: '# of them currently belongs to somebody else',
            other: '# of them currently belong to somebody else',
          })}
        </Text>
      )}
      {memberCount + otherCount === 0 && <Text>{t`None of the rows in this file can be imported.`}</Text>}
    </Stack>
  )
}
