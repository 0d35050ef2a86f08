import { plural, t } from '@lingui/core/macro'
import { Flex, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { reachText } from '../../lib/reach-texts.ts'
import type { toPreviewInput } from './broadcast-form.ts'
import { signedOutText, unreachedText } from './reach-words.ts'

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
