import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { formatList } from '../lib/format-list.ts'
import { leaveQuestion } from '../lib/session/leave-question.ts'
import { DialogButtons } from '../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../ui/dialogs/responsive-dialog.tsx'
import { outbox } from './device-outbox.ts'
import { isWaiting, type OutboxEntry } from './outbox-entry.ts'
import { useOutbox } from './use-outbox.ts'

/**
 * Asks for confirmation before signing out while entries are still queued. Says how many there are of each kind, and what will
 * happen to them.
 */
export function LeaveDialog() {
  const waitingEntries = useOutbox().filter(isWaiting)
  const [opened, setOpened] = useState(false)
  const answerRef = useRef<(leaves: boolean) => void>(undefined)
  const isOpen = waitingEntries.length > 0
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
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={() => close(false)}
      title={t`Sign out before everything is sent?`}
    >
      <p>
        <Trans>
          Not sent yet: {unsent}. It stays on this device for a week and will be sent when you sign in here
          again. Nobody else can send it.
        </Trans>
      </p>
      <DialogButtons>
        <Button variant="default" onClick={() => close(false)} data-autofocus>
          <Trans>Stay signed in</Trans>
        </Button>
        <Button color="red" onClick={() => close(true)}>
          <Trans>Sign Out</Trans>
        </Button>
      </DialogButtons>
    </ResponsiveDialog>
  )
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
