import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailedAct } from '../../ui/forms/failed-act.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import classes from './with-password.module.css'

/** Wraps content that asks for the account password. Explains to people who only sign in by other methods how to set one. */
export function WithPassword({ children }: { children: ReactNode }) {
  const state = useQuery(orpc.twoStep.state.queryOptions())
  return state.data?.hasPassword === false ? <SetPasswordHint /> : children
}

function SetPasswordHint() {
  const { email } = useMe()
  const send = useAct({ call: () => api.auth.requestPasswordReset({ email }) })
  return (
    <Stack align="flex-start" gap="sm">
      <p>
        <Trans>
          This needs your account password, but you don’t have one: you sign in with a passkey or through your
          organisation. We can send you a link to set one. Setting a password signs you out on all your
          devices.
        </Trans>
      </p>
      <FailedAct act={send} failed={t`The link couldn’t be sent. Try again.`} />
      <p role="status" className={classes.news}>
        {send.isSuccess && t`A link is on its way to ${email}. It expires after one hour.`}
      </p>
      <Button
        variant="default"
        icon={IconMail}
        disabled={send.isPending}
        onClick={() => send.mutate()}
        data-autofocus
      >
        {send.isPending ? t`Sending…` : send.isSuccess ? t`Send again` : t`Send me a link`}
      </Button>
    </Stack>
  )
}
