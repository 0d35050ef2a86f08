import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Group, SegmentedControl, Text, Title } from '@mantine/core'
import type { Emergency } from '@muster/contract/emergencies.ts'
import {
  IconAlertTriangle,
  IconClipboardCheck,
  IconClipboardList,
  IconShieldCheck,
  IconUrgent,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { formatCount } from '../../lib/format-count.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { usePages } from '../../lib/use-pages.ts'
import { kindTitle } from '../../ui/alarm/kind-words.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useIsCaptain } from './captains/use-captain.ts'
import { DeclareDialog } from './declare-dialog.tsx'
import { DrillList } from './drill-list.tsx'
import type { EmergenciesProps } from './emergencies-search.ts'
import { FindingRow } from './finding-row.tsx'
import { useOpenCalls } from './use-open-calls.ts'

export function EmergenciesPage({ search, onSearch }: EmergenciesProps) {
  const { zone, may } = useSelectedZone()
  const isCaptain = useIsCaptain()
  const openCalls = useOpenCalls(zone ? [zone.id] : [])
  if (!may('view_attendance')) {
    if (isCaptain && !search.call) return <Navigate to={paths.captain} replace />
    return <Page title={t`Emergencies`}>{search.call ? <MayNotCall /> : <NotAllowed />}</Page>
  }
  const mayDeclare = may('broadcast')
  const view = search.view ?? 'emergencies'
  return (
    <Page
      title={t`Emergencies`}
      toolbar={
        <SegmentedControl
          aria-label={t`Show`}
          data={[
            { value: 'emergencies', label: t`Emergencies` },
            { value: 'drills', label: t`Drills due` },
          ]}
          value={view}
          onChange={value => onSearch({ view: value === 'drills' ? 'drills' : undefined }, { replace: true })}
        />
      }
      secondary={
        <PageLink to={paths.emergencyPlan} icon={IconClipboardList}>
          {t`Emergency plan`}
        </PageLink>
      }
      action={
        // The header has the same button, or the board of the emergency that is open.
        mayDeclare &&
        openCalls.length > 0 && (
          <Button icon={IconUrgent} iconSize="1.25rem" onClick={() => onSearch({ call: true })}>
            {t`Call people`}
          </Button>
        )
      }
    >
      {search.call && !mayDeclare && <MayNotCall />}
      {view === 'emergencies' && <OpenFindings />}
      {view === 'drills' ? <DrillList /> : <EmergencyList />}
      {mayDeclare && (
        <DeclareDialog
          opened={search.call === true}
          onClose={() => onSearch({ call: undefined }, { replace: true })}
          keptInAddress
        />
      )}
    </Page>
  )
}

/** Shown to those who open the call, for example by the app's shortcut, and may not send it here. */
function MayNotCall() {
  const isCaptain = useIsCaptain()
  return (
    <ProblemAlert>
      {t`You may not call people here. Call a manager or the emergency services by telephone.`}
      <Group gap="sm" mt="sm">
        {isCaptain && (
          <PageLink to={paths.captain} icon={IconClipboardCheck}>
            {t`Open your list`}
          </PageLink>
        )}
        <PageLink to={paths.hazards} search={{ report: true }} icon={IconAlertTriangle}>
          {t`Report what happened`}
        </PageLink>
      </Group>
    </ProblemAlert>
  )
}

function EmergencyList() {
  const list = usePages(orpc.emergencies.list, {})
  return (
    <List
      list={list}
      label={t`Emergencies`}
      getKey={it => it.id}
      estimate={120}
      failure={t`Failed to load emergencies`}
      filters={undefined}
      emptyTexts={[t`No emergencies`]}
      empty={
        <EmptyState
          icon={IconShieldCheck}
          title={t`No emergencies`}
          text={t`Emergencies and drills are listed here, with who was safe and when.`}
        />
      }
    >
      {emergency => <EmergencyCard emergency={emergency} />}
    </List>
  )
}

function EmergencyCard({ emergency }: { emergency: Emergency }) {
  const { id, kind, planName, zoneName, drill, declaredAt, declaredBy, allClearAt, people, states } =
    emergency
  const accounted = people - states.missing - states.help
  return (
    <Card
      renderRoot={props => <Link {...props} to="/emergencies/$emergencyId" params={{ emergencyId: id }} />}
      c="inherit"
      td="none"
    >
      <Group gap="xs">
        {allClearAt === null && <Tag tone="danger">{t`Open`}</Tag>}
        {drill && <Tag tone="yellow">{t`Drill`}</Tag>}
        {planName !== '' && (
          <Tag>
            <span dir="auto">{planName}</span>
          </Tag>
        )}
        {states.help > 0 && (
          <Tag tone="danger">{t`${plural(states.help, { one: '# needs help', other: '# need help' })}`}</Tag>
        )}
      </Group>
      <Text fw={600} size="md" dir="auto" mt={4}>
        {kindTitle(kind, zoneName)}
      </Text>
      <Text c="dimmed">
        <RelativeTime at={declaredAt} /> · <span dir="auto">{declaredBy.name}</span>
      </Text>
      <Text>{t`${accounted} of ${plural(people, { one: '# person', other: '# people' })} accounted for`}</Text>
    </Card>
  )
}

/** Number of findings shown before all are asked for. */
const shownFirst = 3

/** The findings of past emergencies and drills that nobody has settled yet; nothing if there are none. */
function OpenFindings() {
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
        <Text c="dimmed">{t`The others are in the reports of their emergencies.`}</Text>
      )}
    </Panel>
  )
}
