import { t } from '@lingui/core/macro'
import { Group, SimpleGrid, Text } from '@mantine/core'
import type { BroadcastDetail, OwnCall } from '@muster/contract/broadcasts.ts'
import { IconLifebuoy } from '@tabler/icons-react'
import { Panel } from '../../ui/layout/panel.tsx'
import { CallByName } from '../../ui/people/call-link.tsx'
import { helpStatusText, positionText } from '../../ui/people/help-words.ts'

type Props = {
  /** True if the call is still queued on this device. */
  isWaiting: boolean
  help: BroadcastDetail['help']
  /** The people to call if `help` lists none, for example because the call for help has not reached the server yet. */
  contacts: BroadcastDetail['contacts']
  /** The position that was sent; null if there is none, undefined if it is not known. */
  position?: OwnCall['position'] | undefined
}

export function CallForHelp({ isWaiting, help, contacts: fallbackContacts, position }: Props) {
  const contacts = help && help.contacts.length > 0 ? help.contacts : fallbackContacts
  return (
    <Panel p="sm" bd="1px solid var(--m-danger)" bg="var(--m-danger-tint)" role="status">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <IconLifebuoy size="1.5rem" color="var(--m-danger)" aria-hidden />
        <div>
          <Text component="strong" size="md" fw={600} c="var(--m-danger)">
            {isWaiting ? t`Your call for help hasn’t been sent yet` : t`You asked for help`}
          </Text>
          <div>{isWaiting ? waitingText(contacts.length > 0) : helpStatusText(help)}</div>
          {position !== undefined && !isWaiting && <div>{positionText(position)}</div>}
        </div>
      </Group>
      {contacts.length > 0 && (
        <SimpleGrid minColWidth="min(100%, 180px)" autoFlow="auto-fit" spacing="xs">
          {contacts.map(({ name, phone }) => (
            <CallByName key={`${name} ${phone}`} name={name} phone={phone} />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  )
}

const waitingText = (canCall: boolean) =>
  canCall
    ? t`It will be sent when you’re back online. Call someone now.`
    : t`It will be sent when you’re back online.`
