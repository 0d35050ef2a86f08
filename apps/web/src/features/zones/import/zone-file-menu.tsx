import { t } from '@lingui/core/macro'
import { api } from '../../../lib/api.ts'
import { downloadText } from '../../../lib/download-text.ts'
import { errorText } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format-count.ts'
import { useAct } from '../../../ui/forms/use-act.ts'
import { FileMenu } from '../../../ui/layout/file-menu.tsx'

type Format = 'geojson' | 'kml'
const types = { geojson: 'application/geo+json', kml: 'application/vnd.google-earth.kml+xml' }

type Props = {
  /** Only for people who may create zones. */
  onImport?: () => void
}

/** Imports zones from a file and exports them to one. */
export function ZoneFileMenu({ onImport }: Props) {
  const keep = useAct({
    call: (format: Format) => api.zones.export({ format }),
    onDone: ({ fileName, text }, format) => downloadText(fileName, text, types[format]),
    done: ({ fileName, zones, more }) => {
      const words = t`${formatCount(zones)} ${zones === 1 ? 'zone' : 'zones'} in ${fileName}.`
      return [t`Download ready`, more ? t`${words} The others found no room in one file.` : words]
    },
    failed: error => [t`Download failed`, errorText(error, t`The zones could not be exported. Try again.`)],
  })
  return (
    <FileMenu
      preparing={keep.isPending}
      into={onImport && { label: t`Import zones`, onClick: onImport }}
      outOf={[
        { label: t`Export as GeoJSON`, onClick: () => keep.mutate('geojson') },
        { label: t`Export as KML`, onClick: () => keep.mutate('kml') },
      ]}
    />
  )
}
