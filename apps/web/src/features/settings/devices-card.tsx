import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Device } from '@muster/contract/auth.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconLogin2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { parseDeviceName } from '../../lib/device-name.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { usePages } from '../../lib/use-pages.ts'
import { patchPages, removeRows } from '../../live/patch-pages.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { PageLink } from '../../ui/layout/page-link.tsx'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { AgeGrey } from '../../ui/live/age-grey.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { SettingsCard } from './settings-card.tsx'

/** Maximum number of devices shown initially; the others are shown on request. */
const initialDeviceCount = 4

/** Lists the devices on which the person is signed in, with buttons to sign a device out, for example a lost phone. */
export function DevicesCard() {
  const client = useQueryClient()
  const [deviceToRevoke, setDeviceToRevoke] = useState<Device>()
  const confirming = useDialog()
  const [showsAll, setShowsAll] = useState(false)
  // The server lists this device first.
  const list = usePages(orpc.auth.devices, {}, { staleTime: 0 })
  const { query, rows: devices, failed, complete } = list
  const shownDevices = showsAll ? devices : devices?.slice(0, initialDeviceCount)

  const revokedName = deviceToRevoke ? parseDeviceName(deviceToRevoke.userAgent).name : ''
  const revokedAddress = deviceToRevoke?.ipAddress
  const removeFromList = ({ sessionId }: Device) =>
    patchPages<Device, unknown>(client, orpc.auth.devices.key(), pages =>
      removeRows(pages, device => device.sessionId === sessionId),
    )
  return (
    <SettingsCard
      title={t`Signed-in devices`}
      text={t`Revoke a device you’ve lost or no longer use to sign it out immediately.`}
    >
      <Loaded list={list} failure={t`Failed to load devices`} skeleton={2} />
      {shownDevices && (
        <AgeGrey stale={failed}>
          <Rows>
            {shownDevices.map(device => (
              <DeviceRow
                key={device.sessionId}
                device={device}
                onRevoke={() => {
                  setDeviceToRevoke(device)
                  confirming.open()
                }}
              />
            ))}
          </Rows>
        </AgeGrey>
      )}
      {devices && shownDevices && devices.length > shownDevices.length && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {complete
            ? t`Show all ${plural({ count: devices.length }, { one: '# device', other: '# devices' })}`
            : t`Show more devices`}
        </Button>
      )}
      {devices && showsAll && (!complete || (query.data?.pages.length ?? 0) > 1) && (
        <LoadMore
          list={list}
          describeCount={count => t`${plural(count, { one: '# more device', other: '# more devices' })}`}
        >
          {complete
            ? t`Showing all ${plural({ count: devices.length }, { one: '# device', other: '# devices' })}`
            : t`${plural({ count: devices.length }, { one: '# device', other: '# devices' })} shown`}
        </LoadMore>
      )}
      <div>
        <PageLink to={paths.signIns} icon={IconLogin2}>
          {t`All sign-ins`}
        </PageLink>
      </div>
      {deviceToRevoke && (
        <ConfirmDialog
          {...confirming.props}
          title={t`Sign out this device?`}
          confirmLabel={t`Sign out device`}
          workingLabel={t`Signing out…`}
          onConfirm={() => ignoreMissing(api.auth.revokeDevice({ sessionId: deviceToRevoke.sessionId }))}
          onDone={() => removeFromList(deviceToRevoke)}
          done={[
            t`Device signed out`,
            t`${revokedName} is signed out. If you don’t recognise it, change your password too.`,
          ]}
          failure={t`The device couldn’t be signed out. Try again.`}
        >
          <Trans>
            {revokedName} ({revokedAddress}) will be signed out immediately. Anyone using it will have to sign
            in again.
          </Trans>
        </ConfirmDialog>
      )}
    </SettingsCard>
  )
}

function DeviceRow({ device, onRevoke }: { device: Device; onRevoke: () => void }) {
  const { name, kind } = parseDeviceName(device.userAgent)
  const { ipAddress } = device
  return (
    <li>
      <RowHead
        icon={kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop}
        title={<Name>{name}</Name>}
        tag={device.current && <Tag tone="good">{t`This device`}</Tag>}
        detail={
          <>
            {!device.current && (
              <>
                <Trans>
                  Last used <RelativeTime at={device.lastUsedAt} />
                </Trans>
                {' · '}
              </>
            )}
            <Trans>
              Signed in <RelativeTime at={device.signedInAt} />
            </Trans>
            {device.ipAddress && ` · ${device.ipAddress}`}
          </>
        }
      />
      {!device.current && (
        <Button variant="default" onClick={onRevoke} aria-label={t`Revoke ${name}, ${ipAddress}`}>
          {t`Revoke`}
        </Button>
      )}
    </li>
  )
}
