import { plural, t } from '@lingui/core/macro'
import { IconDownload, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { downloadBlob } from '../../lib/download-text.ts'
import { requestFile } from '../../lib/request-file.ts'
import { Button } from '../../ui/button.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { SelectionBar } from '../../ui/layout/selection-bar.tsx'
import type { FileActions, FileRights, FileSelection } from './file-acts.ts'

type Props = {
  zoneId: string
  chosen: FileSelection
  may: FileRights
  isDeleted: boolean
  isRestoring: boolean
  acts: FileActions
  onNone: () => void
}

export function ChosenBar({ zoneId, chosen, may, isDeleted, isRestoring, acts, onNone }: Props) {
  const zip = useAct({
    call: (selection: FileSelection) => downloadZip(zoneId, selection),
    done: t`Download started`,
    failed: () => t`Failed to generate download link`,
  })
  const count = chosen.folders.length + chosen.documents.length
  return (
    <SelectionBar count={count} onNone={onNone}>
      {isDeleted ? (
        <Button onClick={() => acts.onRestore(chosen)} disabled={isRestoring}>
          {t`Restore`}
        </Button>
      ) : (
        <>
          <Button
            variant="default"
            icon={IconDownload}
            onClick={() => zip.mutate(chosen)}
            disabled={zip.isPending}
          >
            {zip.isPending ? t`Preparing…` : t`Download`}
          </Button>
          {may.createFolders && (
            <Button variant="default" icon={IconFolderSymlink} onClick={() => acts.onMove(chosen)}>
              {t`Move`}
            </Button>
          )}
          {may.remove && (
            <Button
              variant="default"
              icon={IconTrash}
              onClick={() =>
                acts.onRemove(
                  chosen,
                  t`${plural(count, { one: '# selected item', other: '# selected items' })}`,
                )
              }
            >
              {t`Delete`}
            </Button>
          )}
        </>
      )}
    </SelectionBar>
  )
}

/** Asks the server to pack the selected folders and files into an archive, and saves it. Rejects on failure. */
async function downloadZip(zoneId: string, chosen: FileSelection): Promise<void> {
  const response = await requestFile('/download/documents', { zoneId, ...chosen })
  downloadBlob('files.zip', await response.blob())
}
