import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { displayName } from '../../lib/session/use-session.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { imageToSend } from './image-to-send.ts'
import { PhotoDialog } from './photo-dialog.tsx'
import { SettingsCard } from './settings-card.tsx'
import { profileFailure, rememberProfile } from './use-save-profile.ts'

/** The photo shown beside the person's name, in lists and on maps. */
export function PhotoCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [preparing, setPreparing] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [removing, setRemoving] = useState(false)
  const resetInput = useRef<() => void>(null)
  const refuse = (text: string) => {
    setChoosing(false)
    setProblem(text)
    notifyFailure(text)
  }

  const choose = async (chosen: File | null) => {
    // Clear the input, so that the same file can be chosen again.
    resetInput.current?.()
    if (!chosen) return
    setProblem(undefined)
    setPreparing(true)
    const ready = await imageToSend(chosen).finally(() => setPreparing(false))
    if ('problem' in ready) return refuse(ready.problem)
    setFile(ready.file)
    setChoosing(true)
  }
  const remove = async () => {
    const next = await api.settings.removeProfileImage()
    rememberProfile(client, () => next)
  }
  return (
    <SettingsCard
      title={t`Profile photo`}
      text={t`Your zone managers and administrators see it next to your name.`}
    >
      <Group>
        <PersonAvatar name={displayName(profile)} imageUrl={profile.profileImageUrl} size={88} />
        <Stack gap="xs" miw={0}>
          <Group gap="xs">
            <FileButton
              onChange={choose}
              accept="image/*"
              resetRef={resetInput}
              inputProps={{ 'aria-label': t`Profile photo file` }}
            >
              {props => (
                <Button
                  variant="default"
                  leftSection={<IconUpload size="1.125rem" aria-hidden />}
                  {...props}
                  // A disabled button could not regain the focus.
                  aria-disabled={preparing || undefined}
                  data-disabled={preparing || undefined}
                  onClick={preparing ? undefined : props.onClick}
                >
                  {preparing
                    ? t`Preparing your photo…`
                    : profile.profileImageUrl
                      ? t`Change photo`
                      : t`Upload photo`}
                </Button>
              )}
            </FileButton>
            {profile.profileImageUrl && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size="1.125rem" aria-hidden />}
                onClick={() => setRemoving(true)}
              >
                <Trans>Remove photo</Trans>
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            <Trans>JPEG, PNG, WebP or GIF. Photos over 5 MB are resized first.</Trans>
          </Text>
          {problem && (
            <Text size="xs" c="var(--m-danger)" role="alert">
              {problem}
            </Text>
          )}
        </Stack>
      </Group>
      {file && (
        <PhotoDialog
          file={file}
          opened={choosing}
          onClose={() => setChoosing(false)}
          onUnreadable={refuse}
          onUploaded={profileImageUrl => {
            rememberProfile(client, old => ({ ...old, profileImageUrl }))
            setChoosing(false)
            notify.success(t`Profile image updated successfully`, t`Your managers see it next to your name.`)
          }}
        />
      )}
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t`Remove your photo?`}
        confirmLabel={t`Remove photo`}
        workingLabel={t`Removing…`}
        onConfirm={remove}
        done={[t`Profile updated successfully`, t`Your photo was removed. Your initials are shown instead.`]}
        failure={profileFailure}
      >
        <Trans>The photo will be deleted and your initials shown instead.</Trans>
      </ConfirmDialog>
    </SettingsCard>
  )
}
