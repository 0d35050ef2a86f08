import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { mayAddFinding } from './add-finding-button.tsx'
import { FindingRow } from './finding-row.tsx'

export function FindingsPanel({ emergency }: { emergency: EmergencyDetail }) {
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
            <Trans>Findings</Trans>
          </Title>
          {findings && findings.length > 0 && (
            <Text size="sm" c="dimmed">
              {openCount === 0 ? t`All done` : t`${plural(openCount, { one: '# open', other: '# open' })}`}
            </Text>
          )}
        </Stack>
      </Group>
      <Loaded query={query} failure={t`Failed to load the findings`} skeleton={1} inLine quiet />
      {findings?.length === 0 && (
        <Text size="sm" c="dimmed">
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
