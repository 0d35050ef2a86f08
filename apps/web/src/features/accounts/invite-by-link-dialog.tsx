import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { signUpLinkDays } from '@muster/domain/sign-up.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
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
  const form = useActForm({
    values: () => ({ email: '' }),
    fields: 'accounts.inviteByLink',
    validate: { email: it => (it.trim() === '' || isEmail(it) ? null : emailMessage) },
    call: ({ email }) => api.accounts.inviteByLink({ email: email.trim() || undefined }),
    onDone: ({ link }) => onCreated(link),
    refused: { USER_EXISTS: 'email' },
  })
  return (
    <ActForm
      form={form}
      label={t`Create link`}
      workingLabel={t`Creating…`}
      onCancel={onClose}
      failed={t`The link couldn’t be created. Try again.`}
    >
      <p>
        <Trans>
          The link lets one person create an account within{' '}
          <Plural value={signUpLinkDays} one="# day" other="# days" />. They won’t see anything until someone
          adds them to a zone.
        </Trans>
      </p>
      <TextInput
        label={t`Email (optional)`}
        description={t`If you enter an address, only that address can use the link.`}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('email')}
      />
    </ActForm>
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
          {t`Done`}
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
