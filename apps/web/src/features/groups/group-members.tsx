import { ph, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flex, Text, TextInput } from '@mantine/core'
import type { GroupMember } from '@muster/contract/groups.ts'
import { IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ActionIcon } from '../../ui/action-icon.tsx'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { PersonChip } from '../../ui/people/person-chip.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Day } from '../../ui/time/day.tsx'
import { memberCountText } from './room-words.ts'

/** Maximum number of members for which no search field is shown. */
const maxWithoutSearch = 8

type Props = { groupId: string; count: number; mayManage: boolean }

export function GroupMembers({ groupId, count, mayManage }: Props) {
  const [typedName, setTypedName] = useState('')
  const search = useDebouncedText(typedName.trim())
  const [memberToRemove, setMemberToRemove] = useState<GroupMember>()
  const list = usePages(orpc.groups.members, { groupId, ...(search && { search }) })
  const { rows } = list
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={t`Members`}>
      <Text component="h2" fw={600}>
        {memberCountText(count)}
      </Text>
      {count > maxWithoutSearch && (
        <TextInput
          aria-label={t`Search members`}
          placeholder={t`Search members`}
          value={typedName}
          onChange={event => setTypedName(event.currentTarget.value)}
        />
      )}
      <Loaded list={list} failure={t`Failed to load group members`} skeleton={3} />
      {rows?.length === 0 && (
        <Text size="xs" c="dimmed">
          {search ? t`No results` : t`This group has no members yet.`}
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
                      {member.email && (
                        <>
                          <bdi>{member.email}</bdi> ·{' '}
                        </>
                      )}
                      <Trans>
                        Added <Day at={member.addedAt} />
                      </Trans>
                    </span>
                    <RoleBadge role={member.role} />
                  </>
                }
              />
              {mayManage && (
                <ActionIcon
                  icon={IconUserMinus}
                  iconSize="1.125rem"
                  size={44}
                  aria-label={t`Remove ${{ name: member.name }}`}
                  onClick={() => setMemberToRemove(member)}
                />
              )}
            </li>
          ))}
        </Rows>
      )}
      <LoadMore
        list={list}
        describeCount={more => t`${plural(more, { one: '# more member', other: '# more members' })}`}
      />
      <ConfirmDialog
        opened={memberToRemove !== undefined}
        onClose={() => setMemberToRemove(undefined)}
        title={t`Remove from group`}
        confirmLabel={t`Remove`}
        workingLabel={t`Removing…`}
        onConfirm={() => api.groups.removeMember({ groupId, userId: memberToRemove?.userId ?? '' })}
        done={t`Removed ${{ name: memberToRemove?.name ?? '' }} from group`}
        failure={t`Failed to remove member from group`}
        invalidates={[orpc.groups.key()]}
      >
        <Trans>
          <Name>{ph({ name: memberToRemove?.name ?? '' })}</Name> will immediately lose access to the
          conversation and its files. Their messages stay.
        </Trans>
      </ConfirmDialog>
    </Flex>
  )
}
