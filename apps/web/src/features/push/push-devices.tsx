import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PushDevice } from '@muster/contract/push.ts'
import { maxPushDevices } from '@muster/domain/push.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { parseDeviceName } from '../../lib/device-name.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { PushDeviceRow } from './push-device-row.tsx'
import { ThisDevice } from './this-device.tsx'

export function PushDevices() {
  const [deviceToRemove, setDeviceToRemove] = useState<PushDevice>()
  const confirming = useDialog()
  const query = useQuery(orpc.push.devices.queryOptions())
  const devices = query.data?.devices
  return (
    <>
      <Loaded query={query} failure={t`Failed to load your devices`} skeleton={1} />
      {devices && (
        <ThisDevice device={devices.find(it => it.current)} isFull={devices.length >= maxPushDevices} />
      )}
      {devices && devices.length > 0 && (
        <AgeGrey stale={query.isError}>
          <Rows aria-label={t`Devices with notifications`}>
            {devices.map(device => (
              <PushDeviceRow
                key={device.id}
                device={device}
                onRemove={() => {
                  setDeviceToRemove(device)
                  confirming.open()
                }}
              />
            ))}
          </Rows>
        </AgeGrey>
      )}
      {deviceToRemove && (
        <ConfirmDialog
          {...confirming.props}
          title={t`Remove ${{ device: parseDeviceName(deviceToRemove.userAgent).name }}?`}
          confirmLabel={t`Remove device`}
          workingLabel={t`Removing…`}
          onConfirm={() => ignoreMissing(api.push.unsubscribe({ deviceId: deviceToRemove.id }))}
          done={[
            t`Device removed`,
            t`${{ device: parseDeviceName(deviceToRemove.userAgent).name }} no longer gets notifications.`,
          ]}
          invalidates={[orpc.push.devices.key()]}
          failure={t`The device couldn’t be removed. Try again.`}
        >
          <Trans>
            It will no longer get notifications but will stay signed in. You can turn them back on from that
            device.
          </Trans>
        </ConfirmDialog>
      )}
    </>
  )
}
