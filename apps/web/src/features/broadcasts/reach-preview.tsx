import { plural, t } from '@lingui/core/macro'
import { Flex, Text } from '@mantine/core'
import type { Unreached } from '@muster/contract/broadcasts.ts'
import type { ReachCounts } from '@muster/contract/reach.ts'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { formatList } from '../../lib/format-list.ts'
import { reachText } from '../../lib/reach-texts.ts'
import type { toPreviewInput } from './broadcast-form.ts'

/** Describes how many of the addressed people are not reached, by reason; undefined if everybody is reached. */
export function unreachedText({ invited, inactive, closedZone, byRole }: Unreached): string | undefined {
  const urgentOnly = byRole.reduce((sum, { people }) => sum + people, 0)
  const reasons = [
    urgentOnly > 0 &&
      t`${plural(urgentOnly, {
        one: '# supervisor or worker only gets urgent broadcasts',
        other: '# supervisors or workers only get urgent broadcasts',
      })}`,
    invited > 0 &&
      t`${plural(invited, {
        one: '# person with an open invitation doesn’t get it',
        other: '# people with an open invitation don’t get it',
      })}`,
    inactive > 0 &&
      t`${plural(inactive, {
        one: '# person with a suspended or inactive account doesn’t get it',
        other: '# people with a suspended or inactive account don’t get it',
      })}`,
    closedZone > 0 &&
      t`${plural(closedZone, {
        one: '# person in an inactive zone doesn’t get it',
        other: '# people in an inactive zone don’t get it',
      })}`,
  ].filter(reason => reason !== false)
  return reasons.length > 0 ? `${formatList(reasons)}.` : undefined
}

/** Describes how many people get it only when they sign in again; undefined if everybody is signed in. */
const signedOutText = ({ none }: ReachCounts): string | undefined =>
  none > 0
    ? t`${plural(none, { one: '# is not signed in and sees it later', other: '# are not signed in and see it later' })}`
    : undefined

export function ReachPreview({ input }: { input: ReturnType<typeof toPreviewInput> }) {
  const query = useQuery({
    ...orpc.broadcasts.preview.queryOptions({ input }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const people = query.data?.people
  const unreachedNote = query.data && unreachedText(query.data.unreached)
  return (
    // A line of its own above the buttons, or beside them where there is room.
    <Flex gap="xs" align="center" flex="1 1 16rem" role="status">
      <IconUsers size="1.25rem" aria-hidden />
      <div>
        {people === undefined
          ? query.isError
            ? t`The recipients couldn’t be counted.`
            : t`Counting recipients…`
          : people === 0
            ? t`Nobody matches this selection.`
            : t`It goes to ${plural(people, { one: '# person', other: '# people' })}.`}
        {query.data && people !== 0 && (
          <Text size="xs">
            {[reachText(query.data.reach), signedOutText(query.data.reach)].filter(Boolean).join(' · ')}
          </Text>
        )}
        {unreachedNote && (
          <Text size="xs" c="dimmed">
            {unreachedNote}
          </Text>
        )}
      </div>
    </Flex>
  )
}
