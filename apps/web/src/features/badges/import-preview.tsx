import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, ScrollArea, Stack, Text } from '@mantine/core'
import type { BadgeImportRow } from '@muster/contract/badges.ts'
import { Name } from '../../ui/people/name.tsx'
import { WarningWords } from '../../ui/people/warning-words.tsx'
import type { BadgeFileRow } from './read-badges-file.ts'

export type PreviewRow = BadgeFileRow & BadgeImportRow

/** Maximum rows to list. Beyond that only their number is shown. */
const maxListed = 50

const reasons: Readonly<Record<'unknown' | 'ambiguous' | 'repeated' | 'carried', string>> = {
  unknown: t`No member found`,
  ambiguous: t`Several members match`,
  repeated: t`The same badge appears again further down`,
  carried: t`A visitor has this badge now`,
}
const isLeftOut = (row: PreviewRow): row is PreviewRow & { result: keyof typeof reasons } =>
  row.result in reasons

export function ImportPreview({ rows }: { rows: readonly PreviewRow[] }) {
  const memberCount = rows.filter(it => it.result === 'member').length
  const otherCount = rows.filter(it => it.result === 'other').length
  const changedCount = rows.filter(it => it.changesHolder).length
  const leftOutRows = rows.filter(isLeftOut)
  const restCount = leftOutRows.length - maxListed
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {plural(memberCount, { one: '# badge for a member', other: '# badges for members' })}
        {' · '}
        {plural(otherCount, {
          one: '# for a person without an account',
          other: '# for people without an account',
        })}
      </Text>
      {changedCount > 0 && (
        <Text size="sm">
          {plural(changedCount, {
            one: '# of them currently belongs to somebody else',
            other: '# of them currently belong to somebody else',
          })}
        </Text>
      )}
      {leftOutRows.length > 0 && (
        <Box>
          <WarningWords bold>
            {plural(leftOutRows.length, { one: '# row is left out', other: '# rows are left out' })}
          </WarningWords>
          <ScrollArea.Autosize mah={200} type="auto" tabIndex={0} aria-label={t`Rows that are left out`}>
            <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
              {leftOutRows.slice(0, maxListed).map(row => (
                <Text key={row.line} component="li" size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <Trans>
                    Line {row.line}: {row.number}
                  </Trans>
                  {row.name !== '' && (
                    <>
                      {' · '}
                      <Name>{row.name}</Name>
                    </>
                  )}
                  {' · '}
                  <Text span inherit c="dimmed">
                    {reasons[row.result]}
                  </Text>
                </Text>
              ))}
              {restCount > 0 && (
                <Text component="li" size="sm" c="dimmed">
                  {plural(restCount, { one: 'and # other', other: 'and # others' })}
                </Text>
              )}
            </Stack>
          </ScrollArea.Autosize>
        </Box>
      )}
    </Stack>
  )
}
