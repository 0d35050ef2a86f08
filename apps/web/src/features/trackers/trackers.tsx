import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { Tracker } from '@muster/contract/trackers.ts'
import { maxTrackers } from '@muster/domain/tracker.ts'
import { IconMapPinShare, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { AddTrackerDialog } from './add-tracker-dialog.tsx'
import { trackerAppNames } from './tracker-setup.ts'
import { UnusedMessage } from './unused-message.tsx'

export function Trackers() {
  const adding = useDialog()
  const [trackerToRemove, setTrackerToRemove] = useState<Tracker>()
  const confirming = useDialog()
  const removingName = trackerToRemove?.name ?? ''
  const query = useQuery(orpc.trackers.list.queryOptions())
  const trackers = query.data?.trackers

  return (
    <>
      <Loaded query={query} failure={t`Failed to load location apps`} skeleton={1} />
      {trackers && trackers.length > 0 && (
        <AgeGrey stale={query.isError}>
          <Rows>
            {trackers.map(tracker => (
              <TrackerRow
                key={tracker.id}
                tracker={tracker}
                onRemove={() => {
                  setTrackerToRemove(tracker)
                  confirming.open()
                }}
              />
            ))}
          </Rows>
        </AgeGrey>
      )}
      {trackers && (
        <div>
          <Button
            variant="default"
            icon={IconPlus}
            disabled={trackers.length >= maxTrackers}
            onClick={adding.open}
          >
            {t`Add location app`}
          </Button>
          {trackers.length >= maxTrackers && (
            <Text size="xs" c="dimmed" mt="xs">
              <Plural
                value={maxTrackers}
                one="You can have up to # location app. Remove it if you no longer use it."
                other="You can have up to # location apps. Remove one you no longer use."
              />
            </Text>
          )}
        </div>
      )}
      <AddTrackerDialog {...adding.props} />
      {trackerToRemove && (
        <ConfirmDialog
          {...confirming.props}
          title={t`Remove ${removingName}?`}
          confirmLabel={t`Remove location app`}
          workingLabel={t`Removing…`}
          onConfirm={() => ignoreMissing(api.trackers.revoke({ trackerId: trackerToRemove.id }))}
          done={[t`Location app removed`, t`${removingName} can no longer send your position.`]}
          failure={t`The location app couldn’t be removed. Try again.`}
        >
          <Trans>
            It will no longer be able to send your position. To use it again, you’ll need to set it up again.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}

function TrackerRow({ tracker, onRemove }: { tracker: Tracker; onRemove: () => void }) {
  const { name, app, createdAt, lastUsedAt, lastUnused } = tracker
  return (
    <li>
      <RowHead
        icon={IconMapPinShare}
        title={<Name>{name}</Name>}
        detail={
          <>
            {trackerAppNames[app]} ·{' '}
            {lastUsedAt ? (
              <Trans>
                last message <RelativeTime at={lastUsedAt} />
              </Trans>
            ) : (
              <Trans>
                added <RelativeTime at={createdAt} />, nothing received yet
              </Trans>
            )}
          </>
        }
      />
      <Button variant="default" onClick={onRemove} aria-label={t`Remove ${name}`}>
        {t`Remove`}
      </Button>
      {lastUnused && <UnusedMessage lastUnused={lastUnused} />}
    </li>
  )
}
