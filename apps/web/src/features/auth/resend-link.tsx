import { Button, Stack } from '@mantine/core'
import { api } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { useAct } from '../../ui/forms/use-act.ts'

/** Requests the confirmation mail again. The response is the same whether or not a confirmation is pending. */
export function ResendLink({ email }: { email: string }) {
  const resend = useAct({ call: () => api.auth.resendConfirmation({ email: email.trim() }) })
  return (
    <Stack align="flex-start" gap="xs" mt="sm">
      <div role="status">
        {resend.isSuccess && <p>If this address waits for confirmation, a new link is on its way.</p>}
      </div>
      {resend.isError && (
        <p role="alert">{errorTextWithTime(resend.error, 'The link could not be sent. Please try again.')}</p>
      )}
      {!resend.isSuccess && (
        <Button variant="default" onClick={() => resend.mutate()} disabled={resend.isPending}>
          {resend.isPending ? 'Sending…' : 'Send the link again'}
        </Button>
      )}
    </Stack>
  )
}
