import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button } from '@mantine/core'
import type { Folder } from '@muster/contract/documents.ts'
import { type DragEvent, useState } from 'react'
import { formatCount } from '../../lib/format-count.ts'
import classes from './documents.module.css'
import type { FileActions, FileRights, FileSelection } from './file-acts.ts'
import { FolderCard } from './folder-card.tsx'

/** The number of folders rendered per step. */
const CARDS_PER_STEP = 60

type Props = {
  folders: readonly Folder[]
  may: FileRights
  chosen: readonly string[]
  onChoose: (folderId: string) => void
  onOpen: (folderId: string) => void
  acts: FileActions
  /** Undefined, like `onDropInto`, for people who may not move files. */
  onDrag: ((event: DragEvent, folderId: string) => void) | undefined
  onDropInto: ((folderId: string, selection: FileSelection) => void) | undefined
}

/** The subfolders of a folder. Long lists render in steps, with a button for more. */
export function FolderCards(props: Props) {
  const { folders, may, chosen, onChoose, onOpen, acts, onDrag, onDropInto } = props
  const [maxShown, setMaxShown] = useState(CARDS_PER_STEP)
  if (folders.length === 0) return null
  const remaining = formatCount(folders.length - maxShown)
  return (
    <>
      <ul className={classes.folders} aria-label={t`Folders`}>
        {folders.slice(0, maxShown).map(folder => (
          <li key={folder.id}>
            <FolderCard
              folder={folder}
              may={may}
              isChosen={chosen.includes(folder.id)}
              onChoose={() => onChoose(folder.id)}
              onOpen={() => onOpen(folder.id)}
              acts={acts}
              onDrag={onDrag && (event => onDrag(event, folder.id))}
              onDropInto={onDropInto && (selection => onDropInto(folder.id, selection))}
            />
          </li>
        ))}
      </ul>
      {folders.length > maxShown && (
        <Box mb="var(--m-gap)" ta="center">
          <Button variant="default" onClick={() => setMaxShown(maxShown + CARDS_PER_STEP)}>
            <Trans>Show more folders ({remaining})</Trans>
          </Button>
        </Box>
      )}
    </>
  )
}
