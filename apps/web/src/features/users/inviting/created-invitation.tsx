import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Center, Group, Stack, Text, TextInput } from '@mantine/core'
import type { ZoneInvitation } from '@muster/contract/invitations.ts'
import { roleLabel } from '@muster/domain/role.ts'
import { IconShare2 } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { formatUpcoming } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogButtons } from '../../../ui/dialogs/dialog-buttons.tsx'
import { CopyButton } from '../../../ui/sharing/copy-button.tsx'
import { QrCode } from '../../../ui/sharing/qr-code.tsx'
import { notify } from '../../../ui/toast/notify.ts'

type Props = {
  invitation: ZoneInvitation
  link: string
  zoneName: string
  onAnother: () => void
  onClose: () => void
}

/** A link that was just made, as text, QR code and through the device's share sheet. It is shown only here. */
export function CreatedInvitation({ invitation, link, zoneName, onAnother, onClose }: Props) {
  const role = i18n._(roleLabel(invitation.role))
  const until = formatUpcoming(new Date(invitation.expiresAt), new Date())
  const uses = plural(invitation.maxUses, { one: '# person', other: '# people' })
  const canShare = typeof navigator.share === 'function'
  const noteRef = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone. Screen readers hear that the link is there.
  useEffect(() => noteRef.current?.focus(), [])
  const share = async () => {
    try {
      await navigator.share({ title: t`Invitation to ${zoneName}`, url: link })
    } catch (error) {
      // The share sheet was closed without sharing, so there is nothing to report.
      if (error instanceof DOMException && error.name === 'AbortError') return
      notify.error(t`Sharing failed`, t`Copy the link, or show the QR code.`)
    }
  }
  return (
    <Stack>
      <Text ref={noteRef} tabIndex={-1} style={{ outline: 'none' }}>
        <Trans>
          {uses} can join as {role} until {until}. The link is shown only once: copy it before you close this.
        </Trans>
      </Text>
      <TextInput
        label={t`Invitation link`}
        readOnly
        dir="ltr"
        value={link}
        onFocus={event => event.currentTarget.select()}
      />
      <Group grow gap="xs">
        {canShare && (
          <Button icon={IconShare2} onClick={() => void share()}>
            {t`Share link`}
          </Button>
        )}
        <CopyButton
          text={link}
          label={t`Copy link`}
          main={!canShare}
          onDone={copied => {
            if (!copied) notify.error(t`Copy Failed`, t`Select the link and copy it manually.`)
          }}
        />
      </Group>
      <Center>
        <QrCode text={link} label={t`The invitation link as a QR code`} big />
      </Center>
      <DialogButtons>
        <Button variant="default" onClick={onAnother}>
          {t`Make another`}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
