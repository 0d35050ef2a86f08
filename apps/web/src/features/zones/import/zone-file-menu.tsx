import { plural, t } from '@lingui/core/macro'
import { api } from '../../../lib/api.ts'
import { downloadText } from '../../../lib/download-text.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { FileMenu } from '../../../ui/layout/file-menu.tsx'

type Format = 'geojson' | 'kml'
const mimeTypes = { geojson: 'application/geo+json', kml: 'application/vnd.google-earth.kml+xml' }

type Props = {
  /** Opens the import; only set for people who may create zones. */
  onImport?: () => void
}

/** A menu that imports zones from a file, or exports them to one. */
export function ZoneFileMenu({ onImport }: Props) {
  const downloadAction = useAct({
    call: (format: Format) => api.zones.export({ format }),
    onDone: ({ fileName, text }, format) => downloadText(fileName, text, mimeTypes[format]),
    done: ({ fileName, zones, more }) => {
      const content = plural(zones, { one: `# zone in ${fileName}.`, other: `# zones in ${fileName}.` })
      return [t`Download ready`, more ? `${content} ${t`The rest didn’t fit in one file.`}` : content]
    },
    failed: error => [t`Download failed`, errorText(error, t`The zones couldn’t be exported. Try again.`)],
  })
  return (
    <FileMenu
      preparing={downloadAction.isPending}
      into={onImport && { label: t`Import zones`, onClick: onImport }}
      downloads={[
        { label: t`Export as GeoJSON`, onClick: () => downloadAction.mutate('geojson') },
        { label: t`Export as KML`, onClick: () => downloadAction.mutate('kml') },
      ]}
    />
  )
}
