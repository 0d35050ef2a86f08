import { t } from '@lingui/core/macro'
import { Group, Text } from '@mantine/core'
import type { GroupMessage } from '@muster/contract/group-messages.ts'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'

type Props = { groupId: string; message: GroupMessage | undefined; onClose: () => void }

/** The members of a group who have read a message, and those who have not. */
export function ReadersDialog({ groupId, message, onClose }: Props) {
  const query = useQuery({
    ...orpc.groupMessages.readers.queryOptions({ input: { groupId, messageId: message?.id ?? '' } }),
    enabled: message !== undefined,
    staleTime: 0,
  })
  const people = query.data?.people
  return (
    <ResponsiveDialog opened={message !== undefined} onClose={onClose} title={t`Who has read it`}>
      {!people ? (
        <Loaded query={query} failure={t`Failed to load group members`} skeleton={3} />
      ) : people.length === 0 ? (
        <Text size="xs" c="dimmed">
          {t`This group has no other members.`}
        </Text>
      ) : (
        <Rows>
          {[...people]
            .sort((a, b) => Number(b.read) - Number(a.read) || a.name.localeCompare(b.name, language))
            .map(({ id, name, read }) => (
              <li key={id}>
                <Group wrap="nowrap" gap="sm">
                  {read ? (
                    <IconCheck size="1.125rem" color="var(--m-inside)" aria-hidden />
                  ) : (
                    <IconClock size="1.125rem" color="var(--m-quiet)" aria-hidden />
                  )}
                  <Name>{name}</Name>
                </Group>
                <Text span size="xs" c="dimmed">
                  {read ? t`Read` : t`Not read yet`}
                </Text>
              </li>
            ))}
        </Rows>
      )}
    </ResponsiveDialog>
  )
}
