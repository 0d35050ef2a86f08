import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Flex, Stack } from '@mantine/core'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { IconArrowLeft, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { hasCode, isNotFound } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ZoneStatusBadge } from '../../ui/badges/zone-status-badge.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { GroupDialog } from './group-dialog.tsx'
import { GroupUnavailable } from './group-gone.tsx'
import { GroupMembers } from './group-members.tsx'
import classes from './groups.module.css'
import { Room } from './room.tsx'
import { SharedFiles } from './shared-files.tsx'

/** The page of a group: its conversation, its members and its shared files. */
export function GroupPage({ groupId }: { groupId: string }) {
  const query = useQuery(orpc.groups.get.queryOptions({ input: { groupId } }))
  const { data: group, error } = query
  useFeedTopic(group && zoneTopic(group.zoneId))
  const backLink = (
    <Button
      component={Link}
      to={paths.myGroups}
      variant="default"
      leftSection={<IconArrowLeft size="1.125rem" className="points" aria-hidden />}
    >
      <Trans>Back to My Groups</Trans>
    </Button>
  )
  if (!group)
    return (
      <Page title={error && isNotFound(error) ? t`Group not found` : t`Group`} secondary={backLink}>
        {error ? (
          <GroupUnavailable error={error} groupId={groupId} failed={<RedirectToGroups error={error} />} />
        ) : (
          <ListSkeleton count={4} />
        )}
      </Page>
    )
  return <LoadedGroup group={group} back={backLink} />
}

function LoadedGroup({ group, back }: { group: GroupDetail; back: React.ReactNode }) {
  const [isManaging, setIsManaging] = useState(false)
  const { id, name, description, zoneName, zoneStatus, members, mayManage, mayRead } = group
  return (
    <Page
      title={name}
      subtitle={
        <Flex component="span" wrap="wrap" align="center" gap="2px 12px" fz="xs">
          <Name>{zoneName}</Name>
          <ZoneStatusBadge status={zoneStatus} />
          {description && <span dir="auto">{description}</span>}
        </Flex>
      }
      secondary={
        <>
          {back}
          <Button
            variant="default"
            leftSection={<IconSettings size="1.125rem" aria-hidden />}
            onClick={() => setIsManaging(true)}
          >
            <Trans>View & Manage</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.columns}>
        <Box h="max(420px, calc(100dvh - var(--m-header) - var(--m-bars, 0px) - 200px))">
          <Room group={group} />
        </Box>
        <Stack gap="var(--m-gap)" miw={0}>
          {mayRead && (
            <Panel>
              <SharedFiles groupId={id} />
            </Panel>
          )}
          <Panel>
            <GroupMembers groupId={id} count={members} mayManage={mayManage} />
          </Panel>
        </Stack>
      </div>
      <GroupDialog
        groupId={id}
        opened={isManaging}
        onClose={() => setIsManaging(false)}
        onChat={() => setIsManaging(false)}
      />
    </Page>
  )
}

/** Returns to the groups and shows an error toast there. Does nothing if the session has ended. */
function RedirectToGroups({ error }: { error: Error }) {
  const navigate = useNavigate()
  const isFailure = !hasCode(error, 'UNAUTHORIZED')
  useEffect(() => {
    if (!isFailure) return
    notify.error(t`Failed to load group data`)
    void navigate({ to: paths.myGroups, replace: true })
  }, [isFailure, navigate])
  return null
}
