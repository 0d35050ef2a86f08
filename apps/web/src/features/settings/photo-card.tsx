import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { FileButton, Group, Stack, Text } from '@mantine/core'
import type { Profile } from '@muster/contract/auth.ts'
import { errors } from '@muster/contract/errors.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { displayName } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { PersonAvatar } from '../../ui/people/person-avatar.tsx'
import { notify } from '../../ui/toast/notify.ts'
import { notifyFailure } from '../../ui/toast/notify-failure.ts'
import { PhotoDialog } from './photo-dialog.tsx'
import { SettingsCard } from './settings-card.tsx'
import { shrinkImage } from './shrink-image.ts'
import { profileFailureText, updateCachedProfile } from './use-save-profile.ts'

/** Returns a file ready to upload, shrunk if necessary, or the reason why it cannot be used. The server validates it again. */
async function prepareImage(file: File): Promise<{ file: File } | { problem: string }> {
  if (!file.type.startsWith('image/')) return { problem: i18n._(errors.IMAGE_INVALID.text) }
  if (file.size <= limits.profileImageMaxBytes) return { file }
  const smallerFile = await shrinkImage(file)
  if (smallerFile === 'unreadable') return { problem: i18n._(errors.IMAGE_INVALID.text) }
  return smallerFile ? { file: smallerFile } : { problem: i18n._(errors.IMAGE_TOO_LARGE.text) }
}

/** The person's photo, which is shown beside their name, in lists and on maps, with buttons to change or remove it. */
export function PhotoCard({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [isPreparing, setIsPreparing] = useState(false)
  const [isCropping, setIsCropping] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirming = useDialog()
  const resetInputRef = useRef<() => void>(null)
  const showProblem = (text: string) => {
    setIsCropping(false)
    setProblem(text)
    notifyFailure(text)
  }

  const chooseFile = async (chosenFile: File | null) => {
    // Clear the input, so that the same file can be chosen again.
    resetInputRef.current?.()
    if (!chosenFile) return
    setProblem(undefined)
    setIsPreparing(true)
    const prepared = await prepareImage(chosenFile).finally(() => setIsPreparing(false))
    if ('problem' in prepared) return showProblem(prepared.problem)
    setFile(prepared.file)
    setIsCropping(true)
  }
  const removePhoto = async () => {
    const updatedProfile = await api.settings.removeProfileImage()
    updateCachedProfile(client, () => updatedProfile)
  }
  return (
    <SettingsCard
      title={t`Profile photo`}
      text={t`The managers of your zones, the people in your groups and administrators see it next to your name.`}
    >
      <Group>
        <PersonAvatar name={displayName(profile)} imageUrl={profile.profileImageUrl} size={88} />
        <Stack gap="xs" flex="1 1 12rem" miw={0}>
          <Group gap="xs">
            <FileButton
              onChange={chooseFile}
              accept="image/*"
              resetRef={resetInputRef}
              inputProps={{ 'aria-label': t`Profile photo file` }}
            >
              {props => (
                <Button
                  variant="default"
                  icon={IconUpload}
                  {...props}
                  // Not `disabled`, because a disabled button could not regain the focus.
                  aria-disabled={isPreparing || undefined}
                  data-disabled={isPreparing || undefined}
                  onClick={isPreparing ? undefined : props.onClick}
                >
                  {isPreparing
                    ? t`Preparing your photo…`
                    : profile.profileImageUrl
                      ? t`Change photo`
                      : t`Upload photo`}
                </Button>
              )}
            </FileButton>
            {profile.profileImageUrl && (
              <Button variant="subtle" color="gray" icon={IconTrash} onClick={confirming.open}>
                {t`Remove photo`}
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {t`JPEG, PNG, WebP or GIF. Photos over 5 MB are resized first.`}
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
          opened={isCropping}
          onClose={() => setIsCropping(false)}
          onUnreadable={showProblem}
          onUploaded={profileImageUrl => {
            updateCachedProfile(client, previous => ({ ...previous, profileImageUrl }))
            setIsCropping(false)
            notify.success(t`Profile image updated successfully`, t`It’s shown next to your name.`)
          }}
        />
      )}
      <ConfirmDialog
        {...confirming.props}
        title={t`Remove your photo?`}
        confirmLabel={t`Remove photo`}
        workingLabel={t`Removing…`}
        onConfirm={removePhoto}
        done={[t`Profile updated successfully`, t`Your photo was removed. Your initials are shown instead.`]}
        failure={profileFailureText}
      >
        {t`The photo will be deleted and your initials shown instead.`}
      </ConfirmDialog>
    </SettingsCard>
  )
}
