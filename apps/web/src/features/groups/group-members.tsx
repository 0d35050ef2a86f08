import { t } from '@lingui/core/macro'
import { ActionIcon, Flex, Text, TextInput } from '@mantine/core'
import type { GroupMember } from '@muster/contract/groups.ts'
import { IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { byCursor, usePages } from '../../lib/use-pages.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { Day } from '../../ui/time/day.tsx'

/** Longer lists get a search field. */
const few = 8

type Props = { groupId: string; count: number; mayManage: boolean }

/** The members of a group, with the date each joined. */
export function GroupMembers({ groupId, count, mayManage }: Props) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const [removing, setRemoving] = useState<GroupMember>()
  const list = usePages<GroupMember>({
    ...orpc.groups.members.infiniteOptions({
      input: (cursor: string | undefined) => ({ groupId, cursor, ...(search && { search }) }),
      ...byCursor,
    }),
  })
  const { rows } = list
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`Members`}>
      <Text component="h2" fw={600}>
        {count === 1 ? t`1 member` : t`${count} members`}
      </Text>
      {count > few && (
        <TextInput
          aria-label={t`Search members`}
          placeholder={t`Search members`}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
      {list.failed && (
        <ErrorState title={t`Failed to load group members`} onRetry={list.retry} retrying={list.retrying} />
      )}
      {!rows && !list.failed && <ListSkeleton count={3} />}
      {rows?.length === 0 && (
        <Text size="xs" c="dimmed">
          {search ? t`Nobody with this name.` : t`Nobody is in this group yet.`}
        </Text>
      )}
      {rows && rows.length > 0 && (
        <Rows>
          {rows.map(member => (
            <li key={member.id}>
              <PersonChip
                name={member.name}
                imageUrl={member.profileImageUrl}
                detail={
                  <>
                    <span>
                      {member.email && <>{member.email} · </>}Added <Day at={member.addedAt} />
                    </span>
                    <RoleBadge role={member.role} />
                  </>
                }
              />
              {mayManage && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={44}
                  aria-label={t`Remove ${member.name}`}
                  onClick={() => setRemoving(member)}
                >
                  <IconUserMinus size="1.125rem" aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </Rows>
      )}
      <LoadMore list={list} said={more => t`${more} more members`} />
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t`Remove from group`}
        confirmLabel={t`Remove`}
        workingLabel={t`Removing…`}
        onConfirm={() => api.groups.removeMember({ groupId, userId: removing?.userId ?? '' })}
        done={t`Removed ${removing?.name ?? ''} from group`}
        failure={t`Failed to remove member from group`}
        invalidates={[orpc.groups.key()]}
      >
        {removing?.name} loses the conversation and its files at once. What they said stays.
      </ConfirmDialog>
    </Flex>
  )
}
