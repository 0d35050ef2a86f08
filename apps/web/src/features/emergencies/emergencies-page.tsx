import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Card, Group, Text } from '@mantine/core'
import type { Emergency } from '@muster/contract/emergencies.ts'
import { IconClipboardList, IconShieldCheck, IconUrgent } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { orpc } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useSelectedZone } from '../../lib/session/use-selected-zone.ts'
import { cursorPaging, usePages } from '../../lib/use-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { List } from '../../ui/layout/list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { NotAllowed } from '../../ui/states/not-allowed.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { DeclareDialog } from './declare-dialog.tsx'
import type { EmergenciesProps } from './emergencies-search.ts'
import { kindTitle } from './emergency-words.ts'
import { OpenFindings } from './open-findings.tsx'

/** Lists the emergencies and drills of the zones whose people the user may see, open ones first. */
export function EmergenciesPage({ search, onSearch }: EmergenciesProps) {
  const { may } = useSelectedZone()
  const list = usePages<Emergency>(
    orpc.emergencies.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      ...cursorPaging,
    }),
  )
  if (!may('view_attendance'))
    return (
      <Page title={t`Emergencies`}>
        <NotAllowed />
      </Page>
    )
  const mayDeclare = may('broadcast')
  return (
    <Page
      title={t`Emergencies`}
      secondary={
        mayDeclare && (
          <PageLink to={paths.emergencyPlan} icon={IconClipboardList}>
            <Trans>Emergency plan</Trans>
          </PageLink>
        )
      }
      action={
        mayDeclare && (
          <Button
            leftSection={<IconUrgent size="1.25rem" aria-hidden />}
            onClick={() => onSearch({ call: true })}
          >
            <Trans>Call people</Trans>
          </Button>
        )
      }
    >
      <OpenFindings />
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

function EmergencyCard({ emergency }: { emergency: Emergency }) {
  const { id, kind, zoneName, drill, declaredAt, declaredBy, allClearAt, people, states } = emergency
  const accounted = people - states.missing - states.help
  return (
    <Card
      renderRoot={props => <Link {...props} to="/emergencies/$emergencyId" params={{ emergencyId: id }} />}
      withBorder
      c="inherit"
      td="none"
    >
      <Group gap="xs">
        {allClearAt === null && <Tag tone="danger">{t`Open`}</Tag>}
        {drill && <Tag tone="yellow">{t`Drill`}</Tag>}
        {states.help > 0 && (
          <Tag tone="danger">{t`${plural(states.help, { one: '# needs help', other: '# need help' })}`}</Tag>
        )}
      </Group>
      <Text fw={600} size="md" dir="auto" mt={4}>
        {kindTitle(kind, zoneName)}
      </Text>
      <Text size="sm" c="dimmed">
        <RelativeTime at={declaredAt} /> · <span dir="auto">{declaredBy.name}</span>
      </Text>
      <Text size="sm">{t`${accounted} of ${plural(people, { one: '# person', other: '# people' })} accounted for`}</Text>
    </Card>
  )
}
