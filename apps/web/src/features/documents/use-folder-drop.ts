import { t } from '@lingui/core/macro'
import { type DragEvent, useState } from 'react'
import { notify } from '../../ui/toast/notify.ts'
import { isRowDrag, readDrop } from './dragged-files.ts'
import type { FileSelection } from './file-acts.ts'

/** Returns the properties of a folder onto which rows can be dropped. A folder does not accept itself. */
export function useFolderDrop(
  folderId: string,
  onDropInto: ((selection: FileSelection) => void) | undefined,
) {
  const [isOver, setIsOver] = useState(false)
  if (!onDropInto) return {}
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!isRowDrag(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      if (!isRowDrag(event)) return
      event.preventDefault()
      event.stopPropagation()
      setIsOver(false)
      const selection = readDrop(event)
      if (!selection) return
      const { folders, documents } = selection
      if (!folders.includes(folderId)) onDropInto(selection)
      // A folder dragged alone that ends on itself was not meant to move.
      else if (folders.length + documents.length > 1)
        notify.error(t`A folder can’t be moved into itself`, t`Deselect the folder first.`)
    },
  }
}
