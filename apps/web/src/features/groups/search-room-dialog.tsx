import { plural, t } from '@lingui/core/macro'
import { Flex, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

type Props = {
  groupId: string
  opened: boolean
  onClose: () => void
  onSelect: (number: number) => void
}

export function SearchRoomDialog({ groupId, opened, onClose, onSelect }: Props) {
  const [typedText, setTypedText] = useState('')
  const search = useDebouncedText(typedText.trim()) ?? ''
  const list = usePages(
    orpc.groupMessages.search,
    { groupId, search, limit: 20 },
    { enabled: opened && search !== '' },
  )
  const { rows } = list
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Search messages`} width={560}>
      <TextInput
        aria-label={t`Search text`}
        placeholder={t`Search text`}
        value={typedText}
        maxLength={200}
        onChange={event => setTypedText(event.currentTarget.value)}
        data-autofocus
      />
      {search !== '' && <Loaded list={list} failure={t`Failed to load messages`} skeleton={3} />}
      {search !== '' && rows?.length === 0 && (
        <Text size="xs" c="dimmed" role="status">
          {t`No results`}
        </Text>
      )}
      {search !== '' && rows && rows.length > 0 && (
        <>
          <Flex component="ul" direction="column" gap={4} mt="xs" aria-label={t`Search results`}>
            {rows.map(({ id, number, senderName, text, createdAt }) => (
              <li key={id}>
                <Panel
                  component={UnstyledButton}
                  gap={2}
                  w="100%"
                  mih={44}
                  px="sm"
                  py="xs"
                  fz="sm"
                  onClick={() => onSelect(number)}
                >
                  <Text span size="xs" c="dimmed">
                    <Name>{senderName}</Name> · <RelativeTime at={createdAt} />
                  </Text>
                  <span dir="auto">{text}</span>
                </Panel>
              </li>
            ))}
          </Flex>
          <LoadMore
            list={list}
            describeCount={count => t`${plural(count, { one: '# more message', other: '# more messages' })}`}
          />
        </>
      )}
    </ResponsiveDialog>
  )
}
