import { t } from '@lingui/core/macro'
import { Stack, Text, Title } from '@mantine/core'
import type { EmergencyReportRow } from '@muster/contract/roll-person.ts'
import { IconClock } from '@tabler/icons-react'
import { useContext } from 'react'
import { orpc } from '../../lib/api.ts'
import { usePages } from '../../lib/use-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { MoreRows } from '../../ui/layout/more-rows.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ClockContext } from '../../ui/time/clock-context.ts'
import { stateLabels } from './emergency-words.ts'
import { TwoAnswersTag } from './person-parts.tsx'
import { correctedText, howText, missingText } from './report-words.ts'

type Props = { emergencyId: string }

export function ReportPeople({ emergencyId }: Props) {
  const list = usePages(orpc.emergencyReports.rows, { emergencyId })
  return (
    <Panel component="section" aria-label={t`Who answered how`}>
      <Title order={2} size="h4">
        {t`Who answered how`}
      </Title>
      <MoreRows list={list} label={t`Who answered how`} failure={t`Failed to load the list`}>
        {row => <Row key={row.id} row={row} />}
      </MoreRows>
    </Panel>
  )
}

function Row({ row }: { row: EmergencyReportRow }) {
  return (
    <li>
      <Stack gap={2} miw={0}>
        <Name>{row.name}</Name>
        <Text c="dimmed" dir="auto">
          {howText(row, useContext(ClockContext))}
        </Text>
        {row.uncountedReason && <Text dir="auto">{row.uncountedReason}</Text>}
      </Stack>
      {row.uncountedReason !== null && <Tag tone="quiet">{t`Does not count`}</Tag>}
      {row.disputed && <TwoAnswersTag />}
      {row.late && (
        <Tag tone="quiet" icon={IconClock}>
          {t`Arrived later`}
        </Tag>
      )}
      {row.correctedTo !== null && <Tag tone="quiet">{correctedText(row.correctedTo)}</Tag>}
      <Text span data-figures>
        {toTimeText(row)}
      </Text>
    </li>
  )
}

/** The state of a person and the time for which they were missing. The state of somebody safe stands in how they answered. */
function toTimeText(row: EmergencyReportRow): string {
  if (row.uncountedReason !== null) return stateLabels[row.state]
  const isClear = row.state === 'safe' || row.state === 'missing' || row.state === 'help'
  return isClear ? missingText(row) : `${stateLabels[row.state]} · ${missingText(row)}`
}
