import { Group, Stack, Text } from '@mantine/core'
import type { RollPerson } from '@muster/contract/roll-person.ts'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/layout/panel.tsx'
import { CallLink } from '../../ui/people/call-link.tsx'
import { Name } from '../../ui/people/name.tsx'

type Props = {
  person: Pick<RollPerson, 'phone'>
  /** As the reader sees it. */
  name: string
  isUrgent?: boolean
  /** True to keep the buttons beside the name on narrow screens too. */
  nowrap?: boolean
  tags?: ReactNode
  /** Beside the button that calls the person. */
  acts?: ReactNode
  children: ReactNode
}

/** A person to look for or to call: the name with tags, what is known below it, and the buttons beside it. */
export const RollPersonCard = ({ person, name, isUrgent, nowrap, tags, acts, children }: Props) => (
  <Panel p="sm" {...(isUrgent && { bg: 'var(--m-danger-tint)', bd: '1px solid var(--m-danger)' })}>
    <Group justify="space-between" gap="sm" wrap={nowrap ? 'nowrap' : 'wrap'}>
      <Stack gap={2} flex="1 1 14rem" miw={0}>
        <Group gap="xs">
          <Text fw={600} size="md">
            <Name>{name}</Name>
          </Text>
          {tags}
        </Group>
        {children}
      </Stack>
      <Group gap="xs" wrap="nowrap" data-no-print>
        {acts}
        <CallLink name={name} phone={person.phone} />
      </Group>
    </Group>
  </Panel>
)

export const PhoneLine = ({ phone }: Pick<RollPerson, 'phone'>) =>
  phone !== '' && (
    <Text dir="ltr" ta="start">
      {phone}
    </Text>
  )
