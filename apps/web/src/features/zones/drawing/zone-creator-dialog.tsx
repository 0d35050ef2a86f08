import { useRef } from 'react'
import { ResponsiveDialog } from '../../../ui/dialogs/responsive-dialog.tsx'
import { ImportForm } from '../import/import-form.tsx'
import { type CreationMethod, creationTitles } from './creation-methods.ts'
import { ZoneCreator } from './zone-creator.tsx'

type Props = {
  /** The chosen way to create zones; undefined while the dialog is closed. */
  method: CreationMethod | undefined
  onMethod: (method: CreationMethod) => void
  onClose: () => void
}

/** Creates zones: by drawing, from a position, from coordinates or from a file. What was drawn stays when the way changes. */
export function ZoneCreatorDialog({ method, onMethod, onClose }: Props) {
  // The title and the content stay while the dialog closes.
  const lastMethod = useRef<CreationMethod>('normal')
  lastMethod.current = method ?? lastMethod.current
  const shown = lastMethod.current
  const isImport = shown === 'import'
  return (
    <ResponsiveDialog
      opened={method !== undefined}
      onClose={onClose}
      title={creationTitles[shown]}
      width={1080}
      // A drawing is work: a tap beside the dialog does not end it.
      closesOnTapOutside={isImport}
    >
      {isImport ? (
        <ImportForm onClose={onClose} onDraw={() => onMethod('interactive')} />
      ) : (
        <ZoneCreator method={shown} onMethod={onMethod} onClose={onClose} />
      )}
    </ResponsiveDialog>
  )
}
