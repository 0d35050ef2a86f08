import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Divider, Group, Stack, Text } from '@mantine/core'
import type { TestMailResult, TestPushResult } from '@muster/contract/dashboards.ts'
import { can } from '@muster/domain/permission.ts'
import type { PushOutcome } from '@muster/domain/push.ts'
import { IconAlertTriangle, IconBell, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { parseDeviceName } from '../../lib/device-name.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { language } from '../../lib/language.ts'
import { paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { RelativeTime } from '../../ui/time/relative-time.tsx'

/** Lets a super admin send a test email and a test notification to themselves, and shows the results in place. */
export function DeliveryTests({ mailSetUp }: { mailSetUp: boolean }) {
  const { profile } = useMe()
  const mail = useAct({
    call: () => api.dashboards.testMail(),
    invalidates: [orpc.dashboards.systemStatus.key()],
  })
  const push = useAct({ call: () => api.dashboards.testPush(), invalidates: [orpc.push.devices.key()] })
  if (!can(profile.role, 'test_delivery')) return null
  return (
    <>
      <Divider />
      <Stack gap="xs">
        <Group gap="xs">
          <Button
            variant="default"
            icon={IconMail}
            loading={mail.isPending}
            disabled={!mailSetUp}
            onClick={() => mail.mutate()}
          >
            {t`Send test email`}
          </Button>
          <Button variant="default" icon={IconBell} loading={push.isPending} onClick={() => push.mutate()}>
            {t`Send test notification`}
          </Button>
        </Group>
        {!mailSetUp && <Text c="dimmed">{t`Emails are written to files. Set SMTP_URL to send them.`}</Text>}
        <div role="status">
          {mail.data && !mail.isPending && <MailResult result={mail.data} />}
          {mail.isError && (
            <Result failed>
              {errorTextWithTime(mail.error, t`The test email couldn’t be sent. Try again.`)}
            </Result>
          )}
          {push.data && !push.isPending && <PushResult result={push.data} />}
          {push.isError && (
            <Result failed>
              {errorTextWithTime(push.error, t`The test notification couldn’t be sent. Try again.`)}
            </Result>
          )}
        </div>
      </Stack>
    </>
  )
}

function Result({ failed = false, children }: { failed?: boolean; children: ReactNode }) {
  const Icon = failed ? IconAlertTriangle : IconCircleCheck
  return (
    <Group
      wrap="nowrap"
      align="flex-start"
      gap="xs"
      c={failed ? 'var(--m-danger)' : 'var(--m-inside)'}
      py={4}
    >
      <Icon size="1.25rem" style={{ flex: 'none' }} aria-hidden />
      <div>{children}</div>
    </Group>
  )
}

function MailResult({ result: { at, to, accepted, tookMs, problem } }: { result: TestMailResult }) {
  const seconds = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(tookMs / 1_000)
  if (!accepted)
    return (
      <Result failed>
        {t`The test email wasn’t accepted:`} <span dir="auto">{problem}</span>
        {' · '}
        <RelativeTime at={at} form="clock" />
      </Result>
    )
  return (
    <Result>
      <Trans>
        The mail server accepted the test email to <bdi>{to}</bdi> in {seconds} s.
      </Trans>
      {' · '}
      <RelativeTime at={at} form="clock" />
    </Result>
  )
}

const outcomeTexts: Readonly<Record<PushOutcome, string>> = {
  sent: t`sent`,
  gone: t`no longer reachable, so it was removed`,
  later: t`the browser’s push service didn’t respond`,
  refused: t`the browser’s push service rejected it`,
}

function PushResult({ result: { at, devices } }: { result: TestPushResult }) {
  if (devices.length === 0)
    return (
      <Result failed>
        <Trans>
          You don’t get notifications on any device yet.{' '}
          <Anchor component={Link} to={paths.settingsNotifications}>
            Turn them on in Settings
          </Anchor>
        </Trans>
      </Result>
    )
  return devices.map(({ userAgent, outcome }, index) => {
    const { name } = parseDeviceName(userAgent)
    const text = outcomeTexts[outcome]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the result never changes
      <Result key={index} failed={outcome !== 'sent'}>
        <Trans>
          Test notification to <bdi>{name}</bdi>: {text}.
        </Trans>
        {' · '}
        <RelativeTime at={at} form="clock" />
      </Result>
    )
  })
}
