import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { PushDevice } from '@muster/contract/push.ts'
import { maxPushDevices } from '@muster/domain/push.ts'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { ignoreMissing } from '../../lib/error-text.ts'
import { hasNativePush } from '../../lib/native/native-push.ts'
import { meQuery } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { usePushPermission } from './push-support.ts'
import { turnOffPush, turnOnPush } from './renew-subscription.ts'

type Props = {
  /** This session's device, if notifications are on here. */
  device: PushDevice | undefined
  isFull: boolean
}

/** The browser asks for permission only on a click. */
export function ThisDevice({ device, isFull }: Props) {
  const permission = usePushPermission()
  const turnOnAction = useTurnOn()
  const turnOffAction = useAct({
    call: async ({ id }: PushDevice) => {
      await turnOffPush()
      await ignoreMissing(api.push.unsubscribe({ deviceId: id }))
    },
    done: [t`Notifications are off`, t`This device will no longer show them.`],
    failed: t`Notifications couldn’t be turned off. Try again.`,
    invalidates: [orpc.push.devices.key()],
  })
  if (hasNativePush())
    return (
      <Text size="xs" c="dimmed">
        <Trans>
          The phone app shows alerts while it’s open. Notifications while it’s closed need a push service from
          Google or Apple, which Muster doesn’t use yet.
        </Trans>
      </Text>
    )
  if (permission === 'unsupported')
    return (
      <Text size="xs" c="dimmed">
        <Trans>
          This browser can’t show notifications at this address. On an iPhone or iPad, add Muster to the Home
          Screen and open it there.
        </Trans>
      </Text>
    )
  if (permission === 'denied')
    return (
      <Text size="xs" c="dimmed">
        <Trans>
          Your browser blocks notifications from Muster. To allow them, open this site’s settings from the
          icon next to its address, set Notifications to Allow, then come back.
        </Trans>
      </Text>
    )
  if (device && permission === 'granted')
    return (
      <div>
        <Button
          variant="default"
          icon={IconBellOff}
          loading={turnOffAction.isPending}
          onClick={() => turnOffAction.mutate(device)}
        >
          {t`Turn off on this device`}
        </Button>
      </div>
    )
  return (
    <div>
      <Text mb="xs">{t`Your browser will ask whether Muster may show notifications. Choose Allow.`}</Text>
      <Button
        icon={IconBell}
        loading={turnOnAction.isPending}
        disabled={isFull}
        onClick={() => turnOnAction.mutate()}
      >
        {t`Turn on`}
      </Button>
      {isFull && (
        <Text size="xs" c="dimmed">
          <Plural
            value={maxPushDevices}
            one="You can turn on notifications on up to # device. Remove one you no longer use."
            other="You can turn on notifications on up to # devices. Remove one you no longer use."
          />
        </Text>
      )}
    </div>
  )
}

/** Turns notifications on. Asks for permission before anything else, because browsers only show the prompt on a click. */
function useTurnOn() {
  const me = useQuery({ ...meQuery, enabled: false }).data
  return useAct({
    call: async () => {
      const permission = await Notification.requestPermission()
      if (!me) throw new Error('Nobody is signed in')
      if (permission === 'granted') await turnOnPush({ userId: me.user.id, sessionId: me.session.id })
      return permission
    },
    done: answer =>
      answer === 'granted'
        ? [t`Notifications are on`, t`Send a test to see what they look like.`]
        : [t`Notifications are still off`, t`Your browser doesn’t allow them.`],
    failed: t`Notifications couldn’t be turned on. Try again.`,
    invalidates: [orpc.push.devices.key()],
  })
}
