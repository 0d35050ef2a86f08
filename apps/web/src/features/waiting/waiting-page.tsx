import { t } from '@lingui/core/macro'
import { Flex, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { outbox } from '../../offline/device-outbox.ts'
import { isWaiting, type OutboxEntry } from '../../offline/outbox-entry.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { useSendOutbox } from '../../offline/use-send-outbox.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { WaitingEntry } from './waiting-entry.tsx'

export function WaitingPage() {
  const entries = useOutbox()
  const send = useSendOutbox()
  const [entryToDiscard, setEntryToDiscard] = useState<OutboxEntry>()
  const waitingEntries = entries.filter(isWaiting)
  const refusedEntries = entries.filter(({ state }) => state === 'refused')
  const confirmedEntries = entries.filter(({ state }) => state === 'confirmed').toReversed()
  const openEntries = [...refusedEntries, ...waitingEntries]
  return (
    <Page
      title={t`Waiting to send`}
      subtitle={t`What you did while offline. It’s sent in order once you’re back online.`}
      action={
        waitingEntries.length > 0 && (
          <Button icon={IconSend} points onClick={() => void send()}>
            {t`Send now`}
          </Button>
        )
      }
    >
      {openEntries.length === 0 && confirmedEntries.length === 0 && (
        <EmptyState
          icon={IconCircleCheck}
          title={t`Nothing to send`}
          text={t`Everything has been sent. While you’re offline, your position checks, reports, messages and answers wait here.`}
        />
      )}
      <Stack gap={36}>
        <EntrySection title={t`Not sent yet`} entries={openEntries} onDiscard={setEntryToDiscard} />
        <EntrySection
          title={t`Confirmed in the last day`}
          entries={confirmedEntries}
          onDiscard={setEntryToDiscard}
        />
      </Stack>
      {!outbox.isDurable() && waitingEntries.length > 0 && (
        <Text c="dimmed">
          {t`This browser can’t store anything. Keep this page open until everything is sent.`}
        </Text>
      )}
      <ConfirmDialog
        opened={entryToDiscard !== undefined}
        onClose={() => setEntryToDiscard(undefined)}
        title={t`Discard this item?`}
        confirmLabel={t`Discard`}
        workingLabel={t`Discarding…`}
        failure={t`The item couldn’t be discarded. Try again.`}
        onConfirm={async () => {
          if (entryToDiscard) await outbox.forget(entryToDiscard.id)
        }}
        done={t`Discarded`}
      >
        {t`It will be removed from this device and never sent.`}
      </ConfirmDialog>
    </Page>
  )
}

type EntrySectionProps = { title: string; entries: OutboxEntry[]; onDiscard: (entry: OutboxEntry) => void }

function EntrySection({ title, entries, onDiscard }: EntrySectionProps) {
  if (entries.length === 0) return null
  return (
    <Flex component="section" direction="column" gap="xs" aria-label={title}>
      <h2>{title}</h2>
      <Rows framed>
        {entries.map(entry => (
          <WaitingEntry key={entry.id} entry={entry} onDiscard={() => onDiscard(entry)} />
        ))}
      </Rows>
    </Flex>
  )
}
