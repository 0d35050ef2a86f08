import { t } from '@lingui/core/macro'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { SharedFiles } from './shared-files.tsx'

type Props = { groupId: string; opened: boolean; onClose: () => void }

export function FilesDialog({ groupId, opened, onClose }: Props) {
  return (
    <ResponsiveDialog opened={opened} onClose={onClose} title={t`Shared files`} width={560}>
      <SharedFiles groupId={groupId} titled />
    </ResponsiveDialog>
  )
}
