import { Button } from '@mantine/core'
import type { Zone } from '@muster/contract/zones.ts'
import { IconAlertTriangle, IconClockPause, IconLock, IconSend } from '@tabler/icons-react'
import { outbox } from '../../offline/device-outbox.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { useSendOutbox } from '../../offline/use-send-outbox.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { EnterZoneButton } from '../auth/public.ts'
import { checkOf } from './check.outbox.ts'
import { OutcomeBox } from './check-outcome.tsx'
import classes from './check-position.module.css'

type Props = {
  zone: Pick<Zone, 'id' | 'name'>
  /** The check whose own state is on the screen already. */
  shownId: string | undefined
}

/** The checks of this zone that the server has not answered: waiting, waiting for the PIN, or refused with the reason. */
export function WaitingChecks({ zone, shownId }: Props) {
  const ofZone = useOutbox().filter(entry => entry.id !== shownId && checkOf(entry)?.zoneId === zone.id)
  const refused = ofZone.filter(({ state }) => state === 'refused')
  const closed = ofZone.filter(({ state }) => state === 'needs-entry')
  const waiting = ofZone.filter(({ state }) => state === 'waiting')
  return (
    <div role="status" aria-label={`Checks of ${zone.name} not recorded yet`} className={classes.waiting}>
      {waiting.length > 0 && <Waiting entries={waiting} />}
      {closed.length > 0 && <WaitingForPin entries={closed} zone={zone} />}
      {refused.map(entry => (
        <Refused key={entry.id} entry={entry} />
      ))}
    </div>
  )
}

type Entries = { entries: readonly OutboxEntry[] }

/** 'read at 16:14', or of more than one from when to when. */
function ReadAt({ entries }: Entries) {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return null
  return (
    <span className={classes.note}>
      Read at <RelativeTime at={first.at} form="clock" />
      {last !== first && (
        <>
          {' to '}
          <RelativeTime at={last.at} form="clock" />
        </>
      )}
    </span>
  )
}

const titleOf = (count: number, words: string) =>
  count === 1 ? words : `${count} checks: ${words.toLowerCase()}`

function Waiting({ entries }: Entries) {
  const send = useSendOutbox()
  return (
    <OutcomeBox tone="uncertain" icon={IconClockPause} title={titleOf(entries.length, 'Waiting to send')}>
      <ReadAt entries={entries} />
      <span className={classes.note}>
        {outbox.isDurable()
          ? 'Kept on this device. It sends itself when the network is back.'
          : 'Keep this page open: it sends itself when the network is back.'}
      </span>
      <Button
        className={classes.next}
        variant="default"
        leftSection={<IconSend size="1.125rem" aria-hidden />}
        onClick={() => void send()}
      >
        Send now
      </Button>
    </OutcomeBox>
  )
}

function WaitingForPin({ entries, zone }: Entries & Pick<Props, 'zone'>) {
  const send = useSendOutbox()
  return (
    <OutcomeBox tone="uncertain" icon={IconLock} title={titleOf(entries.length, 'Waiting for your PIN')}>
      <ReadAt entries={entries} />
      <EnterZoneButton className={classes.next} zone={zone} onEntered={() => void send()} />
    </OutcomeBox>
  )
}

function Refused({ entry }: { entry: OutboxEntry }) {
  return (
    <OutcomeBox tone="failed" icon={IconAlertTriangle} title="Check not recorded">
      <span className={classes.note}>{entry.reason}</span>
      <ReadAt entries={[entry]} />
      <Button className={classes.next} variant="default" onClick={() => void outbox.forget(entry.id)}>
        Dismiss
      </Button>
    </OutcomeBox>
  )
}
