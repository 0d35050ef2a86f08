import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { formatList } from '../lib/format-list.ts'
import { leaveQuestion } from '../lib/session/leave-question.ts'
import { useMe } from '../lib/session/use-session.ts'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../ui/dialogs/responsive-dialog.tsx'
import { outbox } from './device-outbox.ts'
import { isWaiting, type OutboxEntry } from './outbox-entry.ts'
import type { OutboxKind } from './outbox-kind.ts'
import { useOutbox } from './use-outbox.ts'

/** Says how many entries are queued or held of each kind, and what will happen to them. */
export function LeaveDialog({ kinds }: { kinds: readonly OutboxKind[] }) {
  const pending = usePendingTexts(kinds)
  const waitingEntries = useOutbox().filter(isWaiting)
  const [opened, setOpened] = useState(false)
  const answerRef = useRef<(leaves: boolean) => void>(undefined)
  const isOpen = waitingEntries.length > 0 || pending.length > 0
  useEffect(() => {
    if (!isOpen) return
    return leaveQuestion.set(() => {
      setOpened(true)
      return new Promise(resolve => {
        answerRef.current = resolve
      })
    })
  }, [isOpen])
  const close = (leaves: boolean) => {
    setOpened(false)
    answerRef.current?.(leaves)
  }
  const unsent = describeEntries(waitingEntries)
  const pendingWork = formatList(pending)
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={() => close(false)}
      title={t`Sign out before everything is sent?`}
    >
      {waitingEntries.length > 0 && (
        <p>
          <Trans>
            Not sent yet: {unsent}. It stays on this device for a week and will be sent when you sign in here
            again. Nobody else can send it.
          </Trans>
        </p>
      )}
      {pending.length > 0 && (
        <p>
          <Trans>
            Kept in case there is an emergency: {pendingWork}. They stay on this device for a day. Sign in
            here again to send them.
          </Trans>
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={() => close(false)} data-autofocus>
          {t`Stay signed in`}
        </Button>
        <Button color="red" onClick={() => close(true)}>
          {t`Sign Out`}
        </Button>
      </DialogButtons>
    </ResponsiveDialog>
  )
}

/** The work held on this device, in words by kind. */
function usePendingTexts(kinds: readonly OutboxKind[]): string[] {
  const { userId } = useMe()
  const pendingKinds = useMemo(
    () => kinds.flatMap(({ pending, words }) => (pending ? { pending, words } : [])),
    [kinds],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = pendingKinds.map(({ pending }) => pending.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [pendingKinds],
  )
  // A text, because a list would differ each time.
  const counts = useSyncExternalStore(subscribe, () =>
    pendingKinds.map(({ pending }) => pending.count(userId)).join(','),
  )
  return counts.split(',').flatMap((count, index) => {
    const kind = pendingKinds[index]
    return kind && Number(count) > 0 ? kind.words(Number(count)) : []
  })
}

/** Counts the entries by kind: '2 position checks, 1 message'. */
function describeEntries(entries: readonly OutboxEntry[]): string {
  const entriesByKind = [...Map.groupBy(entries, ({ kind }) => kind)]
  return formatList(
    entriesByKind.map(
      ([name, { length }]) =>
        outbox.kind(name)?.words(length) ?? t`${plural(length, { one: '# other', other: '# others' })}`,
    ),
  )
}
