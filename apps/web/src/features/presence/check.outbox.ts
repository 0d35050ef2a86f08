import { plural, t } from '@lingui/core/macro'
import type { CheckAnswer } from '@muster/contract/presence.ts'
import type { QueryClient } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'
import { connectionStore } from '../../lib/connection-store.ts'
import { reloadUnlessLive } from '../../live/reload-unless-live.ts'
import { outbox } from '../../offline/device-outbox.ts'
import type { OutboxEntry } from '../../offline/outbox-entry.ts'
import { defineOutboxKind } from '../../offline/outbox-kind.ts'
import { notify } from '../../ui/toast/notify.ts'
import { checkSender, type PositionCheck, type ZoneCheckPayload } from './check.sender.ts'
import {
  insideText,
  isPast,
  listOtherZones,
  pastVerdictNotice,
  pastVerdictText,
  type VerdictFacts,
  verdictNotice,
  verdictText,
} from './check-texts.ts'

const reloadAfterCheckMs = 500

const kind = checkSender.name

export const createCheckEntry = (userId: string, payload: ZoneCheckPayload): Omit<OutboxEntry, 'state'> => ({
  id: payload.id,
  kind,
  userId,
  payload,
  at: payload.capturedAt,
})

export const toCheck = (entry: OutboxEntry): ZoneCheckPayload | undefined =>
  entry.kind === kind ? (entry.payload as ZoneCheckPayload) : undefined

export const checkOutbox = defineOutboxKind<ZoneCheckPayload, CheckAnswer>({
  sender: checkSender,
  words: count => plural(count, { one: '# position check', other: '# position checks' }),
  describe: ({ zoneName, zoneId, accuracyMeters, capturedAt }, answer) => ({
    title: t`Position check`,
    zoneId,
    ...(zoneName !== undefined && { text: t`Am I inside ${zoneName}?`, zoneName }),
    ...(answer && { text: answerText({ ...answer, accuracyMeters }, capturedAt) }),
  }),
  onSentLate(client, check, answer) {
    notifyVerdict(check, answer)
    reloadAfterCheck(client, check.zoneId)
  },
})

const answerText = (facts: VerdictFacts, capturedAt: string) =>
  isPast(capturedAt, Date.now()) ? pastVerdictText(facts, capturedAt, Date.now()) : verdictText(facts)

/** Removes the stored verdicts on a zone's checks that were sent late, because a newer check has been answered. */
export async function forgetLateVerdicts(userId: string, zoneId: string) {
  const isLate = (entry: OutboxEntry) => entry.state === 'confirmed' && entry.userId === userId
  for (const entry of outbox.get())
    if (isLate(entry) && toCheck(entry)?.zoneId === zoneId) await outbox.forget(entry.id)
}

/** Shows the toast for a verdict, in the past tense if the reading is old. `silent`: the card has already announced the verdict. */
export function notifyVerdict(
  { accuracyMeters, capturedAt }: PositionCheck,
  answer: CheckAnswer,
  options?: { silent: boolean },
) {
  const facts = { ...answer, accuracyMeters }
  if (isPast(capturedAt, Date.now()))
    return notify.info(...pastVerdictNotice(facts, capturedAt, Date.now()), options)
  const [title, text] = verdictNotice(facts)
  if (answer.verdict === 'inside') return notify.success(title, text, options)
  // The page shows the other zone for a check sent from there; a queued check has only this toast.
  const [nearestZone] = options?.silent ? [] : listOtherZones(answer)
  return notify.info(title, text, { ...options, next: nearestZone && insideText(nearestZone.name) })
}

/** Waits a moment. While the feed is live, refetches only one's own presence and zones, and only for people with several zones. */
export function reloadAfterCheck(client: QueryClient, zoneId: string) {
  const myPresenceKey = orpc.presence.mine.key()
  const reload = () => {
    reloadUnlessLive(
      client,
      myPresenceKey,
      orpc.presence.panel.key({ input: { zoneId } }),
      orpc.presence.inside.key({ input: { zoneId } }),
      orpc.zones.key(),
    )
    // The check also affects the person's other zones, but the feed covers only zones this session has entered.
    const ownPresence = client.getQueryData(orpc.presence.mine.queryKey())
    if (connectionStore.get().state !== 'live' || !ownPresence || ownPresence.zones.length < 2) return
    for (const queryKey of [myPresenceKey, orpc.zones.mine.key()]) void client.invalidateQueries({ queryKey })
  }
  setTimeout(reload, reloadAfterCheckMs)
}
