import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import type { PushDevice } from '@muster/contract/push.ts'
import type { PushOutcome } from '@muster/domain/push.ts'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { api, orpc } from '../../lib/api.ts'
import { parseDeviceName } from '../../lib/device-name.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { RowHead } from '../../ui/layout/row-head.tsx'
import { Name } from '../../ui/people/name.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'

const failureTexts: Record<Exclude<PushOutcome, 'sent'>, string> = {
  gone: t`The device can no longer be reached and was removed. Turn notifications on again on that device.`,
  later: t`The browser’s push service didn’t respond. Try again later.`,
  refused: t`The browser’s push service rejected the test. Turn notifications off and on again on that device.`,
}

export function PushDeviceRow({ device, onRemove }: { device: PushDevice; onRemove: () => void }) {
  const { id: deviceId, userAgent, createdAt, lastSentAt, current } = device
  const { name, kind } = parseDeviceName(userAgent)
  const sendTestAction = useAct({
    call: () => api.push.test({ deviceId }),
    onDone: ({ outcome }) =>
      outcome === 'sent'
        ? notify.success(t`Test sent`, t`It will appear on ${name} in a moment.`)
        : notifyFailure(t`The test couldn’t be sent`, failureTexts[outcome]),
    failed: t`The test couldn’t be sent. Try again.`,
    invalidates: [orpc.push.devices.key()],
  })
  return (
    <li>
      <RowHead
        icon={kind === 'phone' ? IconDeviceMobile : IconDeviceDesktop}
        title={<Name>{name}</Name>}
        tag={current && <Tag tone="good">{t`This device`}</Tag>}
        detail={
          <>
            <Trans>
              On since <RelativeTime at={createdAt} form="clock" />
            </Trans>
            {lastSentAt && (
              <>
                {' · '}
                <Trans>
                  Last sent <RelativeTime at={lastSentAt} />
                </Trans>
              </>
            )}
          </>
        }
      />
      <Group gap="xs">
        <Button
          variant="default"
          loading={sendTestAction.isPending}
          onClick={() => sendTestAction.mutate()}
          aria-label={t`Send test to ${name}`}
        >
          {t`Send test`}
        </Button>
        {!current && (
          <Button variant="default" onClick={onRemove} aria-label={t`Remove ${name}`}>
            {t`Remove`}
          </Button>
        )}
      </Group>
    </li>
  )
}
