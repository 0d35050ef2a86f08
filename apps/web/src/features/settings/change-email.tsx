import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { errorText, errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { PasswordForm } from '../../ui/forms/password-form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { notify } from '../../ui/toast/notify.ts'
import { emailMessage, isEmail, WithPassword } from '../auth/public.ts'

/** Requests a change of the email address, confirmed with the password, and shows a pending change with a button to cancel it. */
export function ChangeEmail({ email }: { email: string }) {
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  const query = useQuery({ ...orpc.emailChanges.mine.queryOptions(), staleTime: 0 })
  const settingsQuery = useQuery(orpc.auth.settings.queryOptions())
  const reload = () => client.invalidateQueries({ queryKey: orpc.emailChanges.mine.key() })
  const cancel = useAct({
    call: () => api.emailChanges.cancel(),
    invalidates: [orpc.emailChanges.mine.key()],
    failed: t`The change couldn’t be cancelled. Try again.`,
  })
  const close = () => setOpened(false)
  const pending = query.data?.pending
  const newEmail = pending?.newEmail
  const ssoProviderName = settingsQuery.data?.singleSignOn?.name
  return (
    <>
      {pending && (
        <Text size="xs" c="dimmed" role="status">
          <Trans>
            To confirm <bdi>{newEmail}</bdi>, open the link in the email we sent there. The link expires after
            24 hours.
          </Trans>
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" icon={IconMail} onClick={() => setOpened(true)}>
          {t`Change email`}
        </Button>
        {pending && (
          <Button variant="default" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {t`Cancel change`}
          </Button>
        )}
      </Group>
      <ResponsiveDialog opened={opened} onClose={close} title={t`Change email`}>
        <WithPassword>
          <ChangeEmailForm
            email={email}
            elsewhere={ssoProviderName}
            onClose={close}
            onRequested={email => {
              close()
              void reload()
              notify.success(
                t`Confirm your new email`,
                t`We sent a link to ${email}. Open it within 24 hours.`,
              )
            }}
          />
        </WithPassword>
      </ResponsiveDialog>
    </>
  )
}

type FormProps = {
  email: string
  /** The name of the single sign-on provider, if there is one. */
  elsewhere: string | undefined
  onClose: () => void
  onRequested: (email: string) => void
}

function ChangeEmailForm({ email, elsewhere, onClose, onRequested }: FormProps) {
  const [typedEmail, setTypedEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const newEmail = typedEmail.trim()
  const findProblem = () => {
    if (!isEmail(newEmail)) return emailMessage
    return newEmail.toLowerCase() === email.toLowerCase() ? t`This is already your email address.` : undefined
  }
  const validate = () => {
    const newProblem = findProblem()
    setProblem(newProblem)
    return newProblem === undefined
  }
  const requestChange = async (password: string) => {
    try {
      await api.emailChanges.request({ email: newEmail, password })
    } catch (error) {
      if (hasCode(error, 'USER_EXISTS')) setProblem(errorText(error, emailMessage))
      throw error
    }
    return newEmail
  }
  return (
    <PasswordForm
      label={t`Send link`}
      workingLabel={t`Sending…`}
      failed={error =>
        hasCode(error, 'USER_EXISTS')
          ? null
          : errorTextWithTime(error, t`The link couldn’t be sent. Try again.`)
      }
      check={validate}
      onCancel={onClose}
      act={requestChange}
      onDone={onRequested}
    >
      <Stack>
        <p>
          <Trans>
            We’ll send a link to the new address. Your email changes once you open the link and enter your
            password. We’ll also notify the old address, which can undo the change for seven days.
          </Trans>
        </p>
        {elsewhere && (
          <p>
            <Trans>You can still sign in with {elsewhere}. Your email address there stays the same.</Trans>
          </p>
        )}
        <TextInput
          label={t`New email`}
          type="email"
          autoComplete="email"
          data-autofocus
          maxLength={254}
          value={typedEmail}
          error={problem}
          onChange={event => {
            setTypedEmail(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      </Stack>
    </PasswordForm>
  )
}
