import { plural, t } from '@lingui/core/macro'
import { Plural } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { maxZonesAtOnce } from '@muster/contract/zone-files.ts'
import { areaM2 } from '@muster/domain/geo/area.ts'
import { IconAlertTriangle, IconMapPinPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { formatArea } from '../../../lib/format-area.ts'
import { formatPlace } from '../../../lib/format-place.ts'
import type { ImportFile } from '../../../lib/import-file.ts'
import { ZoneMap } from '../../../map/public.tsx'
import { useMarkedForm } from '../../../ui/forms/use-marked-form.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { Name } from '../../../ui/people/name.tsx'
import { TableImportForm, useTableImport } from '../../imports/public.ts'
import { type NewZonePlace, noPlace, useNewZonePlace } from '../../organisations/public.ts'
import { shapeProblemText } from '../drawing/shape-problems.tsx'
import { readZonesToImport, type ZoneToImport } from './import-zones.ts'

type Props = { onClose: () => void /** Returns to drawing. */; onDraw: () => void }
type ZoneResult = Awaited<ReturnType<typeof api.zones.createMany>>['results'][number]

/** Creates zones from a GeoJSON, KML or KMZ file, after a preview. */
export function ImportForm({ onClose, onDraw }: Props) {
  const place = useNewZonePlace()
  const form = useMarkedForm<NewZonePlace>({ initialValues: noPlace, validate: place.errors })
  const placeFields = place.in(form)
  const run = useTableImport<ZoneToImport, ZoneResult>({
    read: readZonesToImport,
    batchSize: maxZonesAtOnce,
    toSize: ({ form: { shape } }) => JSON.stringify(shape).length,
    send: async (batch, { isPreview: _, ...reference }) => {
      const zones = batch.map(it => it.form)
      return (await api.zones.createMany({ zones, ...placeFields.sent, ...reference })).results
    },
    previews: false,
    whySkipped: ({ problems }) => problems.map(shapeProblemText)[0],
    done: describeResults,
    onClose,
    invalidatesUnlessLive: [orpc.zones.key(), orpc.zoneRequests.key()],
  })
  const foundZones = run.file?.rows ?? []
  const takenNames = useTakenNames(foundZones)
  const [skipsTaken, setSkipsTaken] = useState(true)
  const takenZones = foundZones.filter(({ name }) => takenNames.has(toNameKey(name)))
  const takenCount = takenZones.length
  const skippedZones = skipsTaken ? takenZones : []
  const zones = foundZones.filter(it => !skippedZones.includes(it))
  return (
    <TableImportForm
      run={run}
      kind="zones"
      label={t`GeoJSON, KML or KMZ file`}
      description={t`Up to 10 MB and 1,000 zones. You’ll see a preview before anything is created.`}
      accept=".geojson,.json,.kml,.kmz,application/geo+json,application/vnd.google-earth.kml+xml,application/vnd.google-earth.kmz"
      rows={zones}
      skipped={[
        ...run.skipped,
        ...skippedZones.map(({ line, name }) => ({ line, name, why: takenNameText })),
      ]}
      submitLabel={
        placeFields.waits ? placeFields.act : submitText(zones.length, placeFields.waits === undefined)
      }
      toWorkingLabel={(doneCount, zoneCount) => t`Creating ${doneCount} of ${zoneCount}…`}
      progressLabel={t`Creating zones`}
      toSoFarText={done =>
        plural(done, {
          one: '# zone created so far. Try again to continue from there.',
          other: '# zones created so far. Try again to continue from there.',
        })
      }
      fields={placeFields.field}
      onSubmit={send => form.onSubmit(send)}
      buttons={
        <Button variant="subtle" color="gray" onClick={onDraw}>
          {t`Draw a zone instead`}
        </Button>
      }
      onClose={onClose}
    >
      {run.file && <FileContents file={run.file} takenNames={takenNames} />}
      {takenCount > 0 && (
        <Checkbox
          checked={skipsTaken}
          disabled={run.create.isPending}
          onChange={event => setSkipsTaken(event.currentTarget.checked)}
          label={plural(takenCount, {
            one: 'Skip # zone whose name exists already',
            other: 'Skip # zones whose names exist already',
          })}
        />
      )}
    </TableImportForm>
  )
}

function describeResults(results: readonly ZoneResult[], skipped: string | undefined) {
  const created = results.filter(it => it.problems.length === 0).length
  if (created === 0) return undefined
  const more = skipped ? ` ${skipped}` : ''
  return results.some(it => it.pending)
    ? ([
        t`Sent for approval`,
        plural(created, {
          one: '# zone from the file is waiting for approval.',
          other: '# zones from the file are waiting for approval.',
        }) + more,
      ] as const)
    : ([
        t`${plural(created, { one: '# zone created', other: '# zones created' })}`,
        t`${plural(created, { one: 'Add people to it', other: 'Add people to them' })} by their user code.` +
          more,
      ] as const)
}

/** Returns the text of the submit button. `isUnsure`: it is not known yet whether the zones need approval. */
function submitText(count: number, isUnsure: boolean): string {
  if (isUnsure) {
    return count === 0 ? t`Submit zones` : plural(count, { one: 'Submit # zone', other: 'Submit # zones' })
  }
  return count === 0 ? t`Create zones` : plural(count, { one: 'Create # zone', other: 'Create # zones' })
}

const maxListedZones = 100
const scrollStyle = { maxHeight: 260, overflowY: 'auto' } as const

const takenNameText = t`A zone with this name exists already.`

const toNameKey = (name: string) => name.toLowerCase()

/** Returns the names of zones in the file that a zone has already, in lower case. */
function useTakenNames(zones: readonly ZoneToImport[]): ReadonlySet<string> {
  const names = [...new Set(zones.map(({ name }) => name))]
  const { data } = useQuery({
    ...orpc.zones.findNames.queryOptions({ input: { names } }),
    enabled: names.length > 0,
    staleTime: 0,
  })
  return useMemo(() => new Set(data?.taken.map(toNameKey)), [data])
}

type ContentsProps = { file: ImportFile<ZoneToImport>; takenNames: ReadonlySet<string> }

function FileContents({ file: { rows: zones, skipped }, takenNames }: ContentsProps) {
  const [showsAll, setShowsAll] = useState(false)
  const areas = useMemo(
    () => zones.map(({ form: { requestId, name, shape } }) => ({ id: requestId, name, shape })),
    [zones],
  )
  const zoneCount = zones.length
  const refusedCount = skipped.length
  const corrected = zones.filter(({ notes }) => notes.length > 0).length
  const shownZones = showsAll ? zones : zones.slice(0, maxListedZones)
  return (
    <>
      <p role="status">
        <Plural value={zoneCount} one="# zone found" other="# zones found" />
        {corrected > 0 && (
          <>
            {' '}
            · <Plural value={corrected} one="# corrected" other="# corrected" />
          </>
        )}
        {refusedCount > 0 && (
          <>
            {' '}
            · <Plural value={refusedCount} one="# rejected" other="# rejected" />
          </>
        )}
      </p>
      {zones.length > 0 && (
        <>
          <ZoneMap label={t`Map of the zones in the file`} others={areas} />
          <Rows framed style={scrollStyle} aria-label={t`Zones in the file`}>
            {shownZones.map(({ line, name, notes, form: { shape } }) => (
              <li key={line}>
                <Group wrap="nowrap" align="flex-start" gap="xs">
                  <IconMapPinPlus size="1.125rem" aria-hidden />
                  <Stack gap={0}>
                    <strong>
                      <Name>{name}</Name>
                    </strong>
                    {takenNames.has(toNameKey(name)) && (
                      <Text span size="xs" c="var(--m-uncertain)">
                        {takenNameText}
                      </Text>
                    )}
                    {notes.map(note => (
                      <Text key={note} span size="xs" c="dimmed">
                        {note}
                      </Text>
                    ))}
                  </Stack>
                </Group>
                <Text span inherit c="dimmed" data-figures>
                  {formatArea(areaM2(shape))}
                </Text>
              </li>
            ))}
          </Rows>
          {shownZones.length < zones.length && (
            <Button variant="subtle" color="gray" onClick={() => setShowsAll(true)}>
              <Plural value={zoneCount} one="Show all (#)" other="Show all (#)" />
            </Button>
          )}
        </>
      )}
      {skipped.length > 0 && (
        <Rows framed style={scrollStyle} aria-label={t`Rejected`}>
          {skipped.slice(0, maxListedZones).map(({ line, name, why, at }) => (
            <li key={line}>
              <Group wrap="nowrap" align="flex-start" gap="xs">
                <IconAlertTriangle size="1.125rem" aria-hidden color="var(--m-uncertain)" />
                <span>
                  <strong>
                    <Name>{name}</Name>
                  </strong>
                  : {why}
                  {at && ` (${formatPlace(at)})`}
                </span>
              </Group>
            </li>
          ))}
        </Rows>
      )}
    </>
  )
}
