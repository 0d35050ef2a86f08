import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { signUpLinkDays } from '@muster/domain/sign-up.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorTextWithTime, hasCode } from '../../lib/error-text.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useMarkedForm } from '../../ui/forms/use-marked-form.ts'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { emailMessage, isEmail } from '../auth/public.ts'

type Props = { opened: boolean; onClose: () => void }

/** Creates a sign-up link for one person and shows it only once. */
export function InviteByLinkDialog({ opened, onClose }: Props) {
  const [link, setLink] = useState<string>()
  const close = () => {
    setLink(undefined)
    onClose()
  }
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={close}
      title={t`Invite by link`}
      closesOnTapOutside={link === undefined}
    >
      {link === undefined ? (
        <LinkForm onCreated={setLink} onClose={close} />
      ) : (
        <CreatedLink link={link} onClose={close} />
      )}
    </ResponsiveDialog>
  )
}

function LinkForm({ onCreated, onClose }: { onCreated: (link: string) => void; onClose: () => void }) {
  const form = useMarkedForm<{ email: string }>({
    initialValues: { email: '' },
    validate: { email: it => (it.trim() === '' || isEmail(it) ? null : emailMessage) },
  })
  const create = useAct({
    call: ({ email }: { email: string }) => api.accounts.inviteByLink({ email: email.trim() || undefined }),
    onDone: ({ link }) => onCreated(link),
    refused: [form, { USER_EXISTS: 'email' }],
  })
  return (
    <Form noValidate onSubmit={form.onSubmit(values => create.mutate(values))}>
      <p>
        <Trans>
          The link lets one person create an account within{' '}
          <Plural value={signUpLinkDays} one="# day" other="# days" />. They won’t see anything until someone
          adds them to a zone.
        </Trans>
      </p>
      {create.isError && !hasCode(create.error, 'USER_EXISTS') && (
        <ProblemAlert>
          {errorTextWithTime(create.error, t`The link couldn’t be created. Try again.`)}
        </ProblemAlert>
      )}
      <TextInput
        label={t`Email (optional)`}
        description={t`If you enter an address, only that address can use the link.`}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <DialogButtons working={create.isPending}>
        <Button variant="default" onClick={onClose} disabled={create.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={create.isPending}>
          <Trans>Create link</Trans>
        </Button>
      </DialogButtons>
    </Form>
  )
}

function CreatedLink({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Stack>
      <p>
        <Trans>
          Send this link to the person. It is shown only once, and anyone who has it can create an account.
        </Trans>
      </p>
      <TextInput
        label={t`Invitation link`}
        readOnly
        value={link}
        onFocus={event => event.currentTarget.select()}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
        <CopyButton
          main
          text={link}
          label={t`Copy link`}
          onDone={copied => {
            if (!copied) notify.error(t`Copy Failed`, t`Select the link and copy it manually.`)
          }}
        />
      </DialogButtons>
    </Stack>
  )
}
