import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import type { SkippedRow } from '../../lib/import-file.ts'
import { Name } from '../../ui/people/name.tsx'
import classes from './import-rows.module.css'

/** Rows of a file, in a list that scrolls by itself. */
export function ImportRows({ label, children }: { label: string; children: ReactNode }) {
  const labelId = useId()
  return (
    <Stack gap={4}>
      <Text id={labelId} fw={600}>
        {label}
      </Text>
      <Paper
        component="ul"
        className={classes.rows}
        withBorder
        mah={260}
        style={{ overflowY: 'auto' }}
        aria-labelledby={labelId}
      >
        {children}
      </Paper>
    </Stack>
  )
}

/** The rows that are not imported, with the reasons. `hasLines` is false for files whose rows are no lines of text. */
export const SkippedRows = ({ rows, hasLines = true }: { rows: readonly SkippedRow[]; hasLines?: boolean }) =>
  rows.length > 0 && (
    <ImportRows label={t`Skipped rows`}>
      {rows.map(row => (
        <SkippedRowItem key={row.line} hasLine={hasLines} {...row} />
      ))}
    </ImportRows>
  )

function SkippedRowItem({ hasLine, line, name, why }: SkippedRow & { hasLine: boolean }) {
  const lineNumber = formatCount(line)
  return (
    <li>
      <IconAlertTriangle size="1.125rem" aria-hidden color="var(--m-uncertain)" />
      <span>
        {hasLine ? (
          <Trans>
            Line {lineNumber}, <Name className={classes.name}>{name}</Name>: {why}
          </Trans>
        ) : (
          <>
            <Name className={classes.name}>{name}</Name>: {why}
          </>
        )}
      </span>
    </li>
  )
}
