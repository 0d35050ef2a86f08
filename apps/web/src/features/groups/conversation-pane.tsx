import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { GroupUnavailable } from './group-gone.tsx'
import classes from './groups.module.css'
import { Room } from './room.tsx'

export function ConversationPane({ groupId }: { groupId: string | undefined }) {
  return (
    <div className={classes.pane}>
      {groupId === undefined ? (
        <Box my="auto" p="md">
          <EmptyState
            icon={IconMessages}
            title={t`Choose a conversation`}
            text={t`Its messages appear here.`}
          />
        </Box>
      ) : (
        <OpenConversation key={groupId} groupId={groupId} />
      )}
    </div>
  )
}

function OpenConversation({ groupId }: { groupId: string }) {
  const query = useQuery(orpc.groups.get.queryOptions({ input: { groupId } }))
  if (query.data) return <Room group={query.data} level={2} />
  return (
    <Box my="auto" p="md">
      {query.error ? (
        <GroupUnavailable
          error={query.error}
          groupId={groupId}
          failed={<ErrorState title={t`Failed to load group data`} query={query} />}
        />
      ) : (
        <ListSkeleton count={4} />
      )}
    </Box>
  )
}
