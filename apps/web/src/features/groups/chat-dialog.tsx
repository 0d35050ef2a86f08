import { t } from '@lingui/core/macro'
import { Box, Stack } from '@mantine/core'
import type { GroupDetail } from '@muster/contract/groups.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { GroupUnavailable } from './group-gone.tsx'
import { Room } from './room.tsx'
import { SharedFiles } from './shared-files.tsx'

type Props = { groupId: string | undefined; onClose: () => void }

/** The conversation of a group in a dialog, with its shared files. */
export function ChatDialog({ groupId, onClose }: Props) {
  const query = useQuery({
    ...orpc.groups.get.queryOptions({ input: { groupId: groupId ?? '' } }),
    enabled: groupId !== undefined,
  })
  const group = groupId === undefined ? undefined : query.data
  return (
    <ResponsiveDialog
      opened={groupId !== undefined}
      onClose={onClose}
      title={group?.name ?? t`Chat`}
      width={960}
      keptInAddress
    >
      {group ? (
        <Chat group={group} />
      ) : query.error ? (
        <GroupUnavailable
          error={query.error}
          groupId={groupId ?? ''}
          failed={
            <ErrorState
              title={t`Failed to load group data`}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          }
        />
      ) : (
        <ListSkeleton count={4} />
      )}
    </ResponsiveDialog>
  )
}

function Chat({ group }: { group: GroupDetail }) {
  return (
    <Stack>
      <Box h="max(380px, calc(100dvh - 320px), min(calc(85dvh - 6rem), 24rem))">
        <Room group={group} />
      </Box>
      {group.mayRead && <SharedFiles groupId={group.id} />}
    </Stack>
  )
}
