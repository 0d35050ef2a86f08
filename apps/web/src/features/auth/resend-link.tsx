import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { api } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'

/** Requests the confirmation email again. The response is the same whether or not a confirmation is pending. */
export function ResendLink({ email }: { email: string }) {
  const resend = useAct({ call: () => api.auth.resendConfirmation({ email: email.trim() }) })
  return (
    <Stack align="flex-start" gap="xs" mt="sm">
      <div role="status">
        {resend.isSuccess && (
          <p>
            <Trans>If this email isn’t confirmed yet, a new link is on its way.</Trans>
          </p>
        )}
      </div>
      {resend.isError && (
        <p role="alert">{errorTextWithTime(resend.error, t`The link couldn’t be sent. Try again.`)}</p>
      )}
      {!resend.isSuccess && (
        <Button variant="default" onClick={() => resend.mutate()} disabled={resend.isPending}>
          {resend.isPending ? t`Sending…` : t`Send the link again`}
        </Button>
      )}
    </Stack>
  )
}
