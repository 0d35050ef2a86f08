import { plural } from '@lingui/core/macro'
import type { ImportKind } from '@muster/contract/imports.ts'
import { downloadText } from '../../lib/download-text.ts'

/** The rows that an import left out, in the format of its file, so that they can be corrected and imported again. */
export type LeftOutFile = { readonly kind: ImportKind; readonly fileName: string; readonly text: string }

const formats: Readonly<Record<ImportKind, { ending: string; type: string }>> = {
  people: { ending: 'csv', type: 'text/csv' },
  zones: { ending: 'geojson', type: 'application/geo+json' },
  badges: { ending: 'csv', type: 'text/csv' },
}

/** Downloads the left-out rows of a file under its name. */
export function downloadLeftOut({ kind, fileName, text }: LeftOutFile) {
  const { ending, type } = formats[kind]
  downloadText(`${fileName.replace(/\.[^.]*$/, '')}-skipped.${ending}`, text, type)
}

/** Returns how many rows an import skipped, and where they are. */
export const skippedText = (count: number): string =>
  plural(count, {
    one: '# row was skipped. You can download it under Imports.',
    other: '# rows were skipped. You can download them under Imports.',
  })
