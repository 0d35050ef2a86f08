import { Button, Text } from '@mantine/core'
import type { PushDevice } from '@muster/contract/push.ts'
import { pushDevicesMost } from '@muster/domain/push.ts'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, orpc } from '../../lib/api.ts'
import { orGone } from '../../lib/error-text.ts'
import { isNativePushHere } from '../../lib/native/native-push.ts'
import { meQuery } from '../../lib/session/use-session.ts'
import { useAct } from '../../ui/forms/use-act.ts'
import { turnOff, turnOn } from './keep-subscribed.ts'
import { usePushPermission } from './push-support.ts'

type Props = {
  /** This session's device, if notifications are on here. */
  device: PushDevice | undefined
  isFull: boolean
}

/** Explains notifications, prompts on a click, and helps if the browser blocks them. */
export function ThisDevice({ device, isFull }: Props) {
  const permission = usePushPermission()
  const on = useTurnOn()
  const off = useAct({
    call: async ({ id }: PushDevice) => {
      await turnOff()
      await orGone(api.push.unsubscribe({ deviceId: id }))
    },
    done: ['Notifications are off', 'This device shows none any more.'],
    failed: 'Notifications could not be turned off. Please try again.',
    invalidates: [orpc.push.devices.key()],
  })
  if (isNativePushHere())
    return (
      <Text size="xs" c="dimmed">
        In the phone app alerts show while it is open. Notifications of a closed app need a push service of
        Google or Apple, which Muster servers do not send by yet.
      </Text>
    )
  if (permission === 'unsupported')
    return (
      <Text size="xs" c="dimmed">
        This browser cannot show notifications at this address. On an iPhone or iPad, add Muster to the Home
        Screen and open it there.
      </Text>
    )
  if (permission === 'denied')
    return (
      <Text size="xs" c="dimmed">
        Your browser blocks notifications of Muster. To allow them, open the settings of this site from the
        sign beside its address, set Notifications to Allow, and come back.
      </Text>
    )
  if (device && permission === 'granted')
    return (
      <div>
        <Button
          variant="default"
          leftSection={<IconBellOff size="1.125rem" aria-hidden />}
          loading={off.isPending}
          onClick={() => off.mutate(device)}
        >
          Turn off on this device
        </Button>
      </div>
    )
  return (
    <div>
      <Text mb="xs">Your browser asks you next whether Muster may show notifications: choose Allow.</Text>
      <Button
        leftSection={<IconBell size="1.125rem" aria-hidden />}
        loading={on.isPending}
        disabled={isFull}
        onClick={() => on.mutate()}
      >
        Turn on
      </Button>
      {isFull && (
        <Text size="xs" c="dimmed">
          They can be on for {pushDevicesMost} devices at a time. Remove one that is not used any more.
        </Text>
      )}
    </div>
  )
}

/** Prompts the person first, because browsers only allow it on a click. */
function useTurnOn() {
  const me = useQuery({ ...meQuery, enabled: false }).data
  return useAct({
    call: async () => {
      const answer = await Notification.requestPermission()
      if (!me) throw new Error('Nobody is signed in')
      if (answer === 'granted') await turnOn({ userId: me.user.id, sessionId: me.session.id })
      return answer
    },
    done: answer =>
      answer === 'granted'
        ? ['Notifications are on', 'Send a test to see what one looks like.']
        : ['Notifications stay off', 'Your browser was not allowed to show them.'],
    failed: 'Notifications could not be turned on. Please try again.',
    invalidates: [orpc.push.devices.key()],
  })
}
