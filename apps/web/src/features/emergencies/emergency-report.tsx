import { plural, t } from '@lingui/core/macro'
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { accountedShares } from '@muster/domain/emergency.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { orpc } from '../../lib/api.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { mayAddFinding } from './add-finding-button.tsx'
import { howLabels } from './emergency-words.ts'
import { FindingRow } from './finding-row.tsx'
import { formatElapsed } from './format-elapsed.ts'
import { RecordCheck } from './record-check.tsx'
import { ReportButtons } from './report-buttons.tsx'
import { correctionText, momentText } from './report-words.ts'

export function EmergencyReport({ emergency }: { emergency: EmergencyDetail }) {
  const { id: emergencyId } = emergency
  const query = useQuery(orpc.emergencies.report.queryOptions({ input: { emergencyId } }))
  const { data } = query
  if (!data) return <Loaded query={query} failure={t`Failed to load the report`} skeleton={2} />
  const { help, missing } = data.states
  const people = Object.values(data.states).reduce((sum, it) => sum + it, 0)
  const accounted = people - help - missing
  return (
    <Stack component="section" aria-label={t`Report`}>
      <Panel>
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            {t`Report`}
          </Title>
          <ReportButtons emergency={emergency} report={data} />
        </Group>
        <Group gap="xs">
          <Text fw={600} size="md" data-figures>
            {t`${accounted} of ${plural(people, { one: '# person', other: '# people' })} accounted for`}
          </Text>
          {data.countsAsDrill !== null && (
            <Tag tone={data.countsAsDrill ? 'good' : 'quiet'}>
              {data.countsAsDrill ? t`Counts as a drill` : t`Does not count as a drill`}
            </Tag>
          )}
        </Group>
        <RecordCheck emergencyId={emergencyId} />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
          {accountedShares.map((share, index) => {
            const ms = data.accountedMs[index] ?? null
            const percent = share * 100
            return (
              <div key={share}>
                <Text c="dimmed">{t`${percent}% accounted for`}</Text>
                <Text fw={600} size="lg" data-figures>
                  {ms === null ? t`not reached` : formatElapsed(ms)}
                </Text>
              </div>
            )
          })}
        </SimpleGrid>
      </Panel>
      <FindingsPanel emergency={emergency} />
      <RowsPanel title={t`How people were accounted for`} rows={data.hows}>
        {({ how, people: count }) => (
          <>
            <span>{howLabels[how]}</span>
            <strong data-figures>{t`${plural(count, { one: '# person', other: '# people' })}`}</strong>
          </>
        )}
      </RowsPanel>
      <RowsPanel title={t`Timeline`} rows={data.timeline}>
        {moment => <TimelineRow at={moment.at} text={momentText(moment)} />}
      </RowsPanel>
      <RowsPanel
        title={t`Corrected after the all clear`}
        note={t`Times and states above are those of the all clear.`}
        rows={data.corrections}
      >
        {correction => <TimelineRow at={correction.at} text={correctionText(correction)} />}
      </RowsPanel>
      <RowsPanel title={t`Missing longest`} rows={data.longest.slice(0, 10)}>
        {({ name, missingMs, accounted: isAccounted }) => (
          <>
            <Name>{name}</Name>
            <span data-figures>{isAccounted ? formatElapsed(missingMs) : t`never accounted for`}</span>
          </>
        )}
      </RowsPanel>
    </Stack>
  )
}

type RowsProps<Row> = {
  title: string
  note?: string
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}

/** A part of the report that lists something; nothing if there is none of it. */
const RowsPanel = <Row,>({ title, note, rows, children }: RowsProps<Row>) =>
  rows.length > 0 && (
    <Panel>
      <Title order={3} size="h4">
        {title}
      </Title>
      {note && <Text c="dimmed">{note}</Text>}
      <Rows>
        {rows.map((row, index) => (
          // Rows may be equal: a person may ask for help twice at the same moment.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered on the screen
          <li key={index}>{children(row)}</li>
        ))}
      </Rows>
    </Panel>
  )

const TimelineRow = ({ at, text }: { at: string; text: string }) => (
  <>
    <span dir="auto">{text}</span>
    <RelativeTime at={at} form="clock" />
  </>
)

function FindingsPanel({ emergency }: { emergency: EmergencyDetail }) {
  const { id: emergencyId } = emergency
  const query = useQuery(orpc.emergencyReports.findings.queryOptions({ input: { emergencyId } }))
  const findings = query.data?.findings
  const openCount = findings?.filter(it => it.done === null).length ?? 0
  const mayAdd = mayAddFinding(emergency)
  return (
    <Panel component="section" aria-label={t`Findings`}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0}>
          <Title order={3} size="h4">
            {t`Findings`}
          </Title>
          {findings && findings.length > 0 && (
            <Text c="dimmed">
              {openCount === 0 ? t`All done` : t`${plural(openCount, { one: '# open', other: '# open' })}`}
            </Text>
          )}
        </Stack>
      </Group>
      <Loaded query={query} failure={t`Failed to load the findings`} skeleton={1} inLine quiet />
      {findings?.length === 0 && (
        <Text c="dimmed">
          {mayAdd
            ? t`What has to be better next time? Each finding becomes a hazard with an owner.`
            : t`Nothing was noted.`}
        </Text>
      )}
      {findings && findings.length > 0 && (
        <Rows>
          {findings.map(finding => (
            <FindingRow key={finding.hazardId} finding={finding} />
          ))}
        </Rows>
      )}
    </Panel>
  )
}
