import { t } from '@lingui/core/macro'
import { Stack, Textarea, TextInput } from '@mantine/core'
import type { Folder } from '@muster/contract/documents.ts'
import { limits } from '@muster/domain/limits.ts'
import { api, orpc } from '../../lib/api.ts'
import { errorTextWithTime } from '../../lib/error-text.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { ProblemAlert } from '../../ui/states/problem-alert.tsx'

type FolderProps = {
  zoneId: string
  /** The folder to edit. Without it, a new one is created in `parentId`. */
  folder?: Folder | undefined
  parentId?: string | undefined
  opened: boolean
  onClose: () => void
}

export function FolderDialog({ folder, opened, onClose, ...location }: FolderProps) {
  return (
    <ResponsiveDialog
      opened={opened}
      onClose={onClose}
      title={folder ? t`Edit Folder` : t`New Folder`}
      keptInAddress={folder === undefined}
    >
      {opened && <FolderForm folder={folder} onClose={onClose} {...location} />}
    </ResponsiveDialog>
  )
}

function FolderForm({ zoneId, folder, parentId, onClose }: Omit<FolderProps, 'opened'>) {
  const { form, draft } = useDraftForm(
    `folder-${folder?.id ?? `new-${parentId ?? zoneId}`}`,
    () => ({ name: folder?.name ?? '', description: folder?.description ?? '' }),
    { validate: { name: name => (name.trim() === '' ? t`Folder name is required` : null) } },
  )
  const save = useAct({
    call: async ({ name, description }: typeof form.values) => {
      const input = { zoneId, name: name.trim(), description }
      if (folder) await api.documents.updateFolder({ ...input, folderId: folder.id })
      else await api.documents.createFolder({ ...input, ...(parentId && { folderId: parentId }) })
    },
    onDone: () => {
      draft.forget()
      onClose()
    },
    done: (_, { name }) => (folder ? [t`Folder changed`, name.trim()] : t`Folder created successfully`),
    invalidates: [orpc.documents.key()],
  })
  return (
    <form noValidate onSubmit={form.onSubmit(values => save.mutate(values))}>
      <Stack>
        <DraftNotice isRestored={draft.isRestored} onDiscard={draft.discard} />
        {save.isError && (
          <ProblemAlert>
            {errorTextWithTime(
              save.error,
              folder ? t`The folder couldn’t be changed. Try again.` : t`Failed to create folder`,
            )}
          </ProblemAlert>
        )}
        <TextInput
          label={t`Folder name`}
          required
          maxLength={limits.folderNameMaxLength}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t`Description`}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2_000}
          {...form.getInputProps('description')}
        />
      </Stack>
      <FormButtons
        label={folder ? t`Save` : t`Create Folder`}
        workingLabel={folder ? t`Saving…` : t`Creating…`}
        working={save.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
