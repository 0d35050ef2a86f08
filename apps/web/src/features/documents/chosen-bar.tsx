import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Box, Button } from '@mantine/core'
import { IconDownload, IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { useAct } from '../../ui/forms/use-act.ts'
import classes from './documents.module.css'
import { downloadZip } from './download-zip.ts'
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

/** Actions on the selected folders and files. */
export function ChosenBar({ zoneId, chosen, may, isDeleted, isRestoring, acts, onNone }: Props) {
  const zip = useAct({
    call: (selection: FileSelection) => downloadZip(zoneId, selection),
    done: t`Download started`,
    failed: () => t`Failed to generate download link`,
  })
  const count = chosen.folders.length + chosen.documents.length
  if (count === 0) return null
  return (
    <section className={classes.chosen} aria-label={t`Selection`}>
      <Box component="span" miw={0} flex={1}>
        <Trans>
          <Plural value={count} one="# selected" other="# selected" />
        </Trans>
      </Box>
      {isDeleted ? (
        <Button onClick={() => acts.onRestore(chosen)} disabled={isRestoring}>
          <Trans>Restore</Trans>
        </Button>
      ) : (
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.125rem" aria-hidden />}
            onClick={() => zip.mutate(chosen)}
            disabled={zip.isPending}
          >
            {zip.isPending ? t`Preparing…` : t`Download`}
          </Button>
          {may.createFolders && (
            <Button
              variant="default"
              leftSection={<IconFolderSymlink size="1.125rem" aria-hidden />}
              onClick={() => acts.onMove(chosen)}
            >
              <Trans>Move</Trans>
            </Button>
          )}
          {may.remove && (
            <Button
              variant="default"
              leftSection={<IconTrash size="1.125rem" aria-hidden />}
              onClick={() =>
                acts.onRemove(
                  chosen,
                  t`${plural(count, { one: '# selected item', other: '# selected items' })}`,
                )
              }
            >
              <Trans>Delete</Trans>
            </Button>
          )}
        </>
      )}
      <Button variant="subtle" color="gray" onClick={onNone}>
        <Trans>Clear</Trans>
      </Button>
    </section>
  )
}
