import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { FindingRow } from './finding-row.tsx'

/** Number of findings shown before all are asked for. */
const shownFirst = 3

/** The findings of past emergencies and drills that nobody has settled yet; nothing if there are none. */
export function OpenFindings() {
  const { data } = useQuery(orpc.emergencyReports.openFindings.queryOptions())
  const [showsAll, setShowsAll] = useState(false)
  if (!data || data.total === 0) return null
  const { findings, total } = data
  const count = formatCount(total)
  const shown = showsAll ? findings : findings.slice(0, shownFirst)
  const hidden = total - findings.length
  return (
    <Panel component="section" aria-label={t`Open findings`} mb="md">
      <Title order={2} size="h4">
        <Trans>Open findings: {count}</Trans>
      </Title>
      <Rows>
        {shown.map(finding => (
          <FindingRow key={finding.hazardId} finding={finding} />
        ))}
      </Rows>
      {!showsAll && findings.length > shownFirst && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setShowsAll(true)}>
          <Trans>Show all {count}</Trans>
        </Button>
      )}
      {showsAll && hidden > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>The others are in the reports of their emergencies.</Trans>
        </Text>
      )}
    </Panel>
  )
}
