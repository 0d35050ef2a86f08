import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CheckAnswer } from '@muster/contract/presence.ts'
import type { Zone } from '@muster/contract/zones.ts'
import { IconAlertTriangle, IconClockPause, IconLock, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { outbox } from '../../offline/device-outbox.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { useSendOutbox } from '../../offline/use-send-outbox.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { EnterZoneButton } from '../auth/public.ts'
import { toCheck } from './check.outbox.ts'
import type { OptionalShape } from './check-drawing.tsx'
import { OutcomeBox, Verdict } from './check-outcome.tsx'
import classes from './check-position.module.css'
import { likelyVerdict } from './likely-verdict.ts'

type Props = {
  zone: Pick<Zone, 'id' | 'name'> & OptionalShape
  /** The id of the check whose state is already on the screen. */
  shownId: string | undefined
  /** True while the card shows neither a running check nor the outcome of one. */
  idle: boolean
}

/** Milliseconds for which a late verdict is shown. */
const lateVerdictShownMs = 60 * 60 * 1_000

/** Queued, waiting for the PIN, or rejected. Also, for an hour, the last check's verdict if it was sent late and none followed. */
export function WaitingChecks({ zone, shownId, idle }: Props) {
  const now = useNow()
  const zoneName = zone.name
  const zoneEntries = useOutbox().filter(entry => entry.id !== shownId && toCheck(entry)?.zoneId === zone.id)
  const refusedEntries = zoneEntries.filter(({ state }) => state === 'refused')
  const entriesNeedingPin = zoneEntries.filter(({ state }) => state === 'needs-entry')
  const waitingEntries = zoneEntries.filter(({ state }) => state === 'waiting')
  const latestEntry = zoneEntries.at(-1)
  const isRecent =
    latestEntry?.doneAt !== undefined && now - Date.parse(latestEntry.doneAt) < lateVerdictShownMs
  return (
    <div role="status" aria-label={t`Earlier checks for ${zoneName}`} className={classes.waiting}>
      {waitingEntries.length > 0 && <WaitingToSend entries={waitingEntries} zone={zone} />}
      {entriesNeedingPin.length > 0 && <WaitingForPin entries={entriesNeedingPin} zone={zone} />}
      {refusedEntries.map(entry => (
        <RefusedCheck key={entry.id} entry={entry} />
      ))}
      {idle && latestEntry && isRecent && <LateVerdict entry={latestEntry} zone={zone} />}
    </div>
  )
}

type EntriesProps = { entries: readonly OutboxEntry[] }
type ZoneProps = Pick<Props, 'zone'>

function CheckTimes({ entries }: EntriesProps) {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return null
  return (
    <span>
      {last === first ? (
        <Trans>
          Checked at <RelativeTime at={first.at} form="clock" />
        </Trans>
      ) : (
        <Trans>
          Checked from <RelativeTime at={first.at} form="clock" /> to{' '}
          <RelativeTime at={last.at} form="clock" />
        </Trans>
      )}
    </span>
  )
}

function WaitingToSend({ entries, zone }: EntriesProps & ZoneProps) {
  const send = useSendOutbox()
  const count = entries.length
  const waitingText = plural(count, { one: 'Waiting to send', other: '# checks waiting to send' })
  const likelyText = useLikelyVerdict(entries.at(-1), zone)
  return (
    <OutcomeBox tone="caution" icon={IconClockPause} title={likelyText ?? waitingText}>
      {likelyText && <span>{waitingText}</span>}
      <CheckTimes entries={entries} />
      <span>
        {outbox.isDurable()
          ? t`Saved on this device. It will be sent when you’re back online.`
          : t`Keep this page open. It will be sent when you’re back online.`}
      </span>
      <Button variant="default" icon={IconSend} points onClick={() => void send()}>
        {t`Send now`}
      </Button>
    </OutcomeBox>
  )
}

/** Returns the likely verdict from the last known shape; undefined if none is known. */
function useLikelyVerdict(entry: OutboxEntry | undefined, { id: zoneId, name, shape }: Props['zone']) {
  const zoneQuery = useQuery({
    ...orpc.zones.get.queryOptions({ input: { zoneId } }),
    enabled: shape === undefined,
  })
  const knownShape = shape ?? zoneQuery.data?.shape
  const check = entry && toCheck(entry)
  return check && knownShape && likelyVerdict({ name, shape: knownShape }, check)
}

/** Shows the verdict on a check that was sent late, which the person may have missed. */
function LateVerdict({ entry, zone }: { entry: OutboxEntry } & ZoneProps) {
  const check = toCheck(entry)
  const answer = entry.answer as CheckAnswer | undefined
  if (!check || !answer) return null
  return <Verdict check={check} answer={answer} showPlace={false} zone={zone} />
}

function WaitingForPin({ entries, zone }: EntriesProps & ZoneProps) {
  const send = useSendOutbox()
  const count = entries.length
  const waitingText = plural(count, {
    one: 'Waiting for your PIN',
    other: '# checks waiting for your PIN',
  })
  return (
    <OutcomeBox tone="caution" icon={IconLock} title={waitingText}>
      <CheckTimes entries={entries} />
      <EnterZoneButton zone={zone} onEntered={() => void send()} />
    </OutcomeBox>
  )
}

function RefusedCheck({ entry }: { entry: OutboxEntry }) {
  return (
    <OutcomeBox tone="danger" icon={IconAlertTriangle} title={t`Check not recorded`}>
      <span>{entry.reason}</span>
      <CheckTimes entries={[entry]} />
      <Button variant="default" onClick={() => void outbox.forget(entry.id)}>
        {t`Dismiss`}
      </Button>
    </OutcomeBox>
  )
}
