import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { zoneTopic } from '@muster/contract/topic.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { orpc } from '../../lib/api.ts'
import { errorReference, hasCode, isNotFound } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useFeedTopic } from '../../live/use-feed.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useIsWideScreen } from '../../ui/layout/use-screen.ts'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { GroupUnavailable } from './group-gone.tsx'
import { GroupMembers } from './group-members.tsx'
import classes from './groups.module.css'
import { Room } from './room.tsx'
import { SharedFiles } from './shared-files.tsx'

/** The page of a group: its conversation fills the screen; from 1024 px, its members and shared files are beside it. */
export function GroupPage({ groupId }: { groupId: string }) {
  const query = useQuery(orpc.groups.get.queryOptions({ input: { groupId } }))
  const { data: group, error } = query
  useFeedTopic(group && zoneTopic(group.zoneId))
  if (!group)
    return (
      <Page title={error && isNotFound(error) ? t`Group not found` : t`Group`} secondary={<BackToGroups />}>
        {error ? (
          <GroupUnavailable error={error} groupId={groupId} failed={<RedirectToGroups error={error} />} />
        ) : (
          <ListSkeleton count={4} />
        )}
      </Page>
    )
  return <LoadedGroup group={group} />
}

function LoadedGroup({ group }: { group: GroupDetail }) {
  const { id, description, members, mayManage, mayRead } = group
  const isWide = useIsWideScreen()
  return (
    <div className={classes.withAside} data-fills-screen>
      <div className={classes.pane}>
        <Room group={group} level={1} back={<BackToGroups />} />
      </div>
      {isWide && (
        <section className={classes.aside} aria-label={t`About the group`}>
          {description && (
            <Text style={{ whiteSpace: 'pre-wrap' }} dir="auto">
              {description}
            </Text>
          )}
          {mayRead && <SharedFiles groupId={id} />}
          <GroupMembers groupId={id} count={members} mayManage={mayManage} />
        </section>
      )}
    </div>
  )
}

/** Leads to the list. If that was the previous page, goes back to it, which restores its scroll position. */
function BackToGroups() {
  const { history } = useRouter()
  const isFromList = useLocation({ select: ({ state }) => state.isFromGroups === true })
  return (
    <ActionIcon
      icon={IconArrowLeft}
      points
      renderRoot={props => <Link {...props} to={paths.myGroups} />}
      size={44}
      aria-label={t`Back to My Groups`}
      onClick={event => {
        if (!isFromList) return
        event.preventDefault()
        history.back()
      }}
    />
  )
}

/** Returns to the groups and shows an error toast there. Does nothing if the session has ended. */
function RedirectToGroups({ error }: { error: Error }) {
  const navigate = useNavigate()
  const isFailure = !hasCode(error, 'UNAUTHORIZED')
  useEffect(() => {
    if (!isFailure) return
    notify.error(t`Failed to load group data`, errorReference(error))
    void navigate({ to: paths.myGroups, replace: true })
  }, [isFailure, error, navigate])
  return null
}
