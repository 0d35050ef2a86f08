import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockPause,
  IconLock,
  IconSend,
} from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { outbox } from '../../offline/device-outbox.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import type { EntryText } from '../../offline/outbox-kind.ts'
import { useSendOutbox } from '../../offline/use-send-outbox.ts'
import { Tag, type Tone } from '../../ui/badges/tag.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { EnterZoneButton } from '../auth/public.ts'

const stateBadges: Record<OutboxEntry['state'] | 'sending', { words: string; tone: Tone; icon: Icon }> = {
  waiting: { words: t`Queued`, tone: 'caution', icon: IconClockPause },
  sending: { words: t`Sending…`, tone: 'info', icon: IconSend },
  'needs-entry': { words: t`Waiting for your PIN`, tone: 'caution', icon: IconLock },
  refused: { words: t`Rejected`, tone: 'danger', icon: IconAlertTriangle },
  confirmed: { words: t`Confirmed`, tone: 'good', icon: IconCircleCheck },
}

type Props = { entry: OutboxEntry; onDiscard: () => void }

/** Shows an outbox entry: its content, creation time, state and available actions. */
export function WaitingEntry({ entry, onDiscard }: Props) {
  const sendingIds = useSyncExternalStore(outbox.subscribe, outbox.onTheWay)
  const send = useSendOutbox()
  const description = describeEntry(entry)
  const { title } = description
  const { words: state, tone, icon } = stateBadges[sendingIds.has(entry.id) ? 'sending' : entry.state]
  const retry = async () => {
    await outbox.again(entry.id)
    await send()
  }
  return (
    <li>
      <Stack gap={2}>
        <Text span inherit fw={600} dir="auto">
          {title}
        </Text>
        {description.text && (
          <Text span c="dimmed">
            {description.text}
          </Text>
        )}
        <Text span c="dimmed">
          <Trans>
            Done <RelativeTime at={entry.at} />
          </Trans>
          {entry.doneAt && (
            <>
              {' '}
              ·{' '}
              <Trans>
                confirmed <RelativeTime at={entry.doneAt} />
              </Trans>
            </>
          )}
        </Text>
        {entry.state === 'refused' && (
          <Text span c="var(--m-danger)">
            {entry.reason}
          </Text>
        )}
      </Stack>
      <Tag tone={tone} icon={icon}>
        {state}
      </Tag>
      <Group gap="xs">
        {entry.state === 'needs-entry' && description.zoneId && (
          <EnterZoneButton
            zone={{ id: description.zoneId, name: description.zoneName ?? t`the zone` }}
            onEntered={() => void send()}
          />
        )}
        {entry.state === 'refused' && (
          <Button variant="default" onClick={() => void retry()} aria-label={t`Try again: ${title}`}>
            {t`Try again`}
          </Button>
        )}
        {entry.state !== 'confirmed' && (
          <Button variant="default" onClick={onDiscard} aria-label={t`Discard: ${title}`}>
            {t`Discard`}
          </Button>
        )}
      </Group>
    </li>
  )
}

/** Returns the text for an entry of this kind, or a generic one if only a newer version of the app knows the kind. */
const describeEntry = ({ kind, payload, answer }: OutboxEntry): EntryText =>
  outbox.kind(kind)?.describe(payload, answer) ?? { title: t`Item from a newer version of Muster` }
