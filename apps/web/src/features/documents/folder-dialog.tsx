import { t } from '@lingui/core/macro'
import { Textarea, TextInput } from '@mantine/core'
import type { Folder } from '@muster/contract/documents.ts'
import { api, orpc } from '../../lib/api.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { useActForm } from '../../ui/forms/use-act-form.ts'

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
  const form = useActForm({
    draft: `folder-${folder?.id ?? `new-${parentId ?? zoneId}`}`,
    values: () => ({ name: folder?.name ?? '', description: folder?.description ?? '' }),
    fields: 'documents.updateFolder',
    validate: { name: name => (name.trim() === '' ? t`Folder name is required` : null) },
    call: async ({ name, description }) => {
      const input = { zoneId, name: name.trim(), description }
      if (folder) await api.documents.updateFolder({ ...input, folderId: folder.id })
      else await api.documents.createFolder({ ...input, ...(parentId && { folderId: parentId }) })
    },
    done: (_, { name }) => (folder ? [t`Folder changed`, name.trim()] : t`Folder created successfully`),
    invalidates: [orpc.documents.key()],
    onClose,
  })
  return (
    <ActForm
      form={form}
      label={folder ? t`Save` : t`Create Folder`}
      workingLabel={folder ? t`Saving…` : t`Creating…`}
      failed={folder ? t`The folder couldn’t be changed. Try again.` : t`Failed to create folder`}
    >
      <TextInput label={t`Folder name`} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t`Description`}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
    </ActForm>
  )
}
