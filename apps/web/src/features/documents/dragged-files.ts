import type { DragEvent } from 'react'
import type { FileSelection } from './file-acts.ts'

const draggedType = 'application/x-muster-files'

/** Attaches the ids of folders and files to a drag. */
export function startDrag(event: DragEvent, selection: FileSelection): void {
  event.dataTransfer.setData(draggedType, JSON.stringify(selection))
  event.dataTransfer.effectAllowed = 'move'
}

/** Limits the drag of a row to the row itself: React passes on the drags of what its open dialog shows, such as a picture. */
export const toRowDrag = (onDrag: ((event: DragEvent) => void) | undefined) =>
  onDrag &&
  ((event: DragEvent) => {
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) onDrag(event)
  })

/** True if the drag carries rows of this list, rather than files from outside. */
export const isRowDrag = (event: DragEvent): boolean => event.dataTransfer.types.includes(draggedType)

/** Returns what was dropped; undefined if it is not from this list. */
export function readDrop(event: DragEvent): FileSelection | undefined {
  const text = event.dataTransfer.getData(draggedType)
  return text === '' ? undefined : (JSON.parse(text) as FileSelection)
}
